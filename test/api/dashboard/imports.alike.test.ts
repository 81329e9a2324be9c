import { beforeAll, expect, test } from 'vitest'
import { studio as credentials, shareDashboard } from '../../fixtures/dashboard-history.ts'
import { changesPath } from '../../fixtures/history-site.ts'

// Slices of several rows; only their revenue changes.
const row = (day: string, country: string, revenue: string) =>
  `2026-03-${day},zap-ios,ownnet,video,${country},10,${revenue}`

const { site, studio, server } = shareDashboard()
const restated: [
  what: string,
  day: string,
  before: [string, string],
  after: [string, string],
  by: string,
][] = [
  ['by the same amount in two countries', '07', ['1', '1'], ['2', '2'], '2'],
  ['by the same amount, down to zero', '08', ['5', '5'], ['0', '0'], '-10'],
  ['from one country to another', '09', ['3', '4'], ['4', '3'], '0'],
  ['by different amounts in both countries', '10', ['1', '2'], ['3', '5'], '5'],
]

beforeAll(async () => {
  for (const [, day, [us, de]] of restated) {
    await site().importLines([row(day, 'US', us), row(day, 'DE', de)])
  }
})

test.each(restated)(
  'a changed slice is listed when revenue moved %s, and restates when its total did',
  async (_what, day, _b, [us, de], by) => {
    const { import: id } = await site().importLines([row(day, 'US', us), row(day, 'DE', de)])
    const date = `2026-03-${day}`

    const { imports } = (await studio().get('/imports')).json()
    const found = imports.find((one: { id: number }) => one.id === id)
    expect(found).toMatchObject({ slices_restated: 1, slices_added: 0, revenue: by })

    const range = { start_date: date, end_date: date }
    const { networks } = (await studio().get('/freshness', range)).json()
    expect(networks[0].days[0].status).toBe(by === '0' ? 'estimated' : 'restating')

    const { data } = (await server().get(changesPath, { ...credentials })).json()
    const changes = data.filter((change: { date: string }) => change.date === date)
    expect(changes).toHaveLength(2)
  },
)
