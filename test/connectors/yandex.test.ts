import { expect, test } from 'vitest'
import { sources } from '../../src/sources/all-sources.ts'
import connector from '../../src/sources/networks/yandex.connector.ts'
import { ask, type Exchange, play, testFaults } from './play.ts'

const question = { day: '2026-03-01', given: { token: 't1' } }
const statistics = (offset: number, points: unknown): Exchange => ({
  ask: `GET https://partner.yandex.ru/api/statistics2/get.json?lang=en&period=2026-03-01&period=2026-03-01&dimension_field=date%7Cday&entity_field=page_caption&entity_field=block_type&field=impressions&field=clicks&field=partner_wo_nds&currency=USD&limits=%7B%22limit%22%3A1000%2C%22offset%22%3A${offset}%7D`,
  headers: { authorization: 'OAuth t1', accept: 'application/json' },
  answer: { result: 'ok', data: { points } },
})
const point = (name: string, date = '2026-03-01') => ({
  dimensions: { date: [date], page_caption: name, block_type: 'Rewarded' },
  measures: [{ impressions: 10, clicks: 1, partner_wo_nds: 0.25 }],
})

test('the points of all pages, after which there is nothing', () => {
  const { result, kept } = play(connector, ask(connector, question), [
    statistics(0, [point('Hop')]),
    statistics(1, [point('Chess')]),
    statistics(2, []),
    statistics(2, []),
  ])
  expect(result).toBe(2)
  const [report] = sources.get('yandex')!.reports
  expect([...report!.json!(JSON.parse(kept[1]!))!]).toMatchObject([{ page_caption: 'Chess' }])
})

testFaults(connector, [
  [{ result: 'error', message: 'Token is not valid' }, 200, 'credential-refused'],
  [{ result: 'error', message: 'Try again' }, 200, 'try-later'],
  [{ message: 'Token is not valid' }, 401, 'log-in-again'],
  [{ message: 'Unknown field' }, 400, 'request-refused'],
  [{ result: 'ok' }, 200, 'try-later'],
])
