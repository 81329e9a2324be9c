import { gunzipSync } from 'node:zlib'
import { beforeAll, describe, expect, test } from 'vitest'
import { setFinality } from '../../../src/use-cases/set-finality.ts'
import { shareDashboard, studio } from '../../fixtures/dashboard-history.ts'
import { freshnessPath } from '../../fixtures/history-site.ts'
import { expectProblem } from '../../fixtures/problem-body.ts'

const row = (day: string, network: string, figures = '10,1', app = 'zap-ios') =>
  `2026-03-${day},${app},${network},video,US,${figures}`

interface Network {
  readonly network: string
  readonly final_after_days: number
  readonly days: readonly { readonly status: string; readonly last_change_at: string | null }[]
}

// The server's clock shows 10 March 2026.
describe('freshness', () => {
  const { site, server, studio: visitor, euros, instantOf } = shareDashboard()
  beforeAll(async () => {
    await site().importLines(['02', '03', '04', '10'].map((day) => row(day, 'ownnet')))
    await site().importLines([row('04', 'admob'), row('05', 'admob', '0,0')])
    await site().importLines([row('02', 'ownnet', '11,1'), row('04', 'ownnet', '11,1')])
    await site().importLines([row('05', 'tapjoy'), row('06', 'admob')], { as: 'mediation' })
    await site().importLines([row('05', 'inmobi', '1,1', 'euro-app')])
    await site().call(setFinality, { network: 'admob', days: 6 })
  })

  const read = async (start_date: string, end_date: string) => {
    const response = await visitor().get('/freshness', { start_date, end_date })
    expect(response.statusCode, response.body).toBe(200)
    expect(response.headers['cache-control']).toBe('no-store')
    return response.json() as { networks: Network[] }
  }

  test('has every network and day, with exactly these members', async () => {
    const [first, second, third] = [await instantOf(1), await instantOf(2), await instantOf(3)]
    const day = (status: string, last_change_at: string | null) => ({ status, last_change_at })
    // Four weeks of reports are needed to expect anything.
    const missing = { ...day('missing', null), expected: null }
    expect(await read('2026-03-02', '2026-03-05')).toStrictEqual({
      account: 'studio',
      currency: 'USD',
      start_date: '2026-03-02',
      end_date: '2026-03-05',
      networks: [
        {
          network: 'admob',
          final_after_days: 6,
          // A report of zeros is not missing.
          days: [missing, missing, day('final', second), day('estimated', second)],
        },
        {
          network: 'ownnet',
          final_after_days: 7,
          days: [day('final', third), day('final', first), day('restating', third), missing],
        },
      ],
      others: [],
    })
  })

  test.each([
    ['2026-03-01', '2026-03-10'],
    ['2026-03-04', '2026-03-04'],
    ['2026-03-09', '2026-03-20'],
    ['2026-03-11', '2026-03-20'],
    ['2025-01-01', '2026-03-10'],
  ])('equals that of V2 from %s to %s', async (start_date, end_date) => {
    const query = { ...studio, start_date, end_date }
    const { data } = (await server().get(freshnessPath, query)).json()
    const { networks } = await read(start_date, end_date)
    expect(networks.map(({ network }) => network)).toEqual(['admob', 'ownnet'])
    for (const { network, final_after_days, days } of networks) {
      const lines = data.filter((line: { ad_network: string }) => line.ad_network === network)
      expect(days).toMatchObject(
        lines.map(({ status, last_change_at }: Network['days'][number]) => ({
          status,
          last_change_at,
        })),
      )
      for (const line of lines) expect(line.final_after_days).toBe(final_after_days)
    }
  })

  test('is compressed for clients that accept gzip', async () => {
    const year = { start_date: '2025-03-11', end_date: '2026-03-10' }
    const whole = await visitor().get('/freshness', year)
    const short = await visitor().get('/freshness', year, { 'accept-encoding': 'br, gzip' })
    expect([whole.headers['content-encoding'], short.headers['content-encoding']]).toEqual([
      ...[undefined, 'gzip'],
    ])
    expect([whole.headers.vary, short.headers.vary]).toEqual(['Accept-Encoding', 'Accept-Encoding'])
    expect(gunzipSync(short.rawPayload).toString()).toBe(whole.body)
    expect(short.rawPayload.length).toBeLessThan(whole.rawPayload.length / 20)
    expect(Number(short.headers['content-length'])).toBe(short.rawPayload.length)
  })

  test('has sources of users too', async () => {
    const { import: id } = await site().importLines(['2026-03-04,zap-ios,firebase,US,7'], {
      columns: 'date,app_id,source,country,dau',
    })
    expect(await read('2026-03-04', '2026-03-05')).toMatchObject({
      networks: [{ network: 'admob' }, { network: 'ownnet' }],
      others: [
        {
          kind: 'audience',
          network: 'firebase',
          final_after_days: 7,
          days: [
            { status: 'estimated', last_change_at: await instantOf(id) },
            { status: 'missing', last_change_at: null },
          ],
        },
      ],
    })
  })

  test('has only the account’s own networks', async () => {
    const query = { start_date: '2026-03-05', end_date: '2026-03-05' }
    const { networks } = (await euros().get('/freshness', query)).json()
    expect(networks).toMatchObject([{ network: 'inmobi', days: [{ status: 'estimated' }] }])
  })

  test('needs a range of days', async () => {
    const errors = { start_date: /required/, end_date: /"2026-02-30"/ }
    const response = await visitor().get('/freshness', { end_date: '2026-02-30' })
    expectProblem(response, 400, 'bad_parameters', errors)
  })
})
