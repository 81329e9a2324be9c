import { afterEach, beforeEach, expect, test } from 'vitest'
import { changeConnection } from '../../src/use-cases/connections/change-connection.ts'
import { pullConnection } from '../../src/use-cases/connections/pull-connection.ts'
import { findRestatements } from '../../src/use-cases/insight/find-restatements.ts'
import { queryReport } from '../../src/use-cases/report/query-report.ts'
import { parseDay } from '../../src/values/day.ts'
import { Truth, type TruthRow } from '../fake-networks/truth.ts'
import { counted, openPulledSite, type PulledSite, said } from './pulled-site.ts'

const since = '2026-03-08'
const days = [parseDay('2026-03-08')!, parseDay('2026-03-09')!]
let truth: Truth
let site: PulledSite
beforeEach(async () => {
  truth = new Truth({ adUnits: 2 })
  site = await openPulledSite(truth)
})
afterEach(() => site.close())

const named = { username: 'studio', name: 'mintegral' }

/** The requests, matched requests and micros of each ad unit. */
async function byAdUnit(): Promise<string[]> {
  const { rows } = await site.installation.call(queryReport, {
    username: 'studio',
    question: {
      start_date: [since],
      end_date: ['2026-03-09'],
      dimensions: ['ad_tag'],
      metrics: ['requests', 'matched_requests', 'revenue'],
    },
  })
  return rows
    .map(([tag, requests, matched, revenue]) =>
      [tag, requests, matched, Math.round(Number(revenue) * 1e6)].join(' '),
    )
    .sort()
}

function trueByAdUnit(tagOf: (row: TruthRow) => string): string[] {
  const rows = days.flatMap((day) => truth.rows('mintegral', day))
  const sum = (some: readonly TruthRow[], of: (row: TruthRow) => number) =>
    some.reduce((total, row) => total + of(row), 0)
  return [...Map.groupBy(rows, tagOf)]
    .map(([tag, some]) =>
      [
        ...[tag, sum(some, ({ requests }) => requests)],
        sum(some, ({ matchedRequests }) => matchedRequests),
        sum(some, ({ revenueMicros }) => revenueMicros),
      ].join(' '),
    )
    .sort()
}

async function restatements() {
  const { installation: installed } = site
  const account = await installed.accounts.get('studio')
  const found = await findRestatements(
    { ...installed, today: () => parseDay('2026-03-10')! },
    { principal: { account, apps: null } as never, apps: null, networks: null },
    { firstDay: days[0]!, lastDay: days[1]! },
    10,
  )
  const reported = await installed.ledger.reportedDays(
    { account: account.id, apps: null },
    { firstDay: days[0]!, lastDay: days[1]! },
  )
  return { days: found.restatedDays, restating: reported.filter(({ restated }) => restated).length }
}

test('pulled figures have ad units and requests', async () => {
  await site.connect('mintegral', { startDate: since })
  await site.pullDue()
  expect(await counted(site)).toEqual(said(truth, 'mintegral', days))
  expect(await byAdUnit()).toEqual(trueByAdUnit(({ adUnit }) => adUnit))
})

test('ad units of older days come when they are pulled again, and restate nothing', async () => {
  const values = { ...site.fake.networks.get('mintegral')!.given, detail: 'totals' }
  await site.connect('mintegral', { startDate: since, values })
  await site.pullDue()
  expect(await byAdUnit()).toEqual(trueByAdUnit(() => 'default'))
  await site.installation.call(changeConnection, { ...named, values: { detail: 'ad-units' } })
  const { pulled_days } = await site.installation.call(pullConnection, { ...named, again: true })
  expect(pulled_days.map(({ day, state }) => `${day} ${state}`)).toEqual([
    '2026-03-08 done',
    '2026-03-09 done',
  ])
  expect(await byAdUnit()).toEqual(trueByAdUnit(({ adUnit }) => adUnit))
  expect(await counted(site)).toEqual(said(truth, 'mintegral', days))
  expect(await restatements()).toEqual({ days: 0, restating: 0 })
  truth.restate('mintegral', days[1]!)
  await site.installation.call(pullConnection, { ...named, again: true })
  expect(await restatements()).toEqual({ days: 1, restating: 1 })
})

test('a day that AdMob says is delayed is imported with its warning, and asked for again', async () => {
  truth.delayed.add(`admob ${days[1]}`)
  await site.connect('admob', { startDate: since })
  // Los Angeles is later.
  site.pass(3)
  await site.pullDue()
  const { pulled_days } = await site.show('admob')
  const delayed = pulled_days.find(({ day }) => day === '2026-03-09')!
  expect(delayed).toMatchObject({
    state: 'done',
    next_pull_at: expect.stringMatching(/^2026-03-10T21:/),
    problem: { kind: 'warning', message: 'AdMob says that its figures of this day are delayed' },
  })
  truth.delayed.clear()
  site.pass(7)
  await site.pullDue()
  const [day] = (await site.show('admob')).pulled_days.filter(({ day }) => day === '2026-03-09')
  expect(day).toMatchObject({ state: 'done', problem: null })
})
