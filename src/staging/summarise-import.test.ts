import { expect, test } from 'vitest'
import { figures } from '../facts/figures.ts'
import type { Account } from '../publishers/account.ts'
import type { NetworkApp } from '../sources/network-app.ts'
import type { NetworkSource } from '../sources/source.ts'
import { parseDay } from '../values/day.ts'
import { summarise } from './summarise-import.ts'

const committedAt = new Date('2026-03-10T12:00:00Z')

const day = parseDay('2026-03-01')!

const committed = {
  importId: 7,
  committedMs: committedAt.getTime(),
  rows: 9,
  slices: 5,
  replacedSlices: 3,
  unchangedSlices: 2,
  removedSlices: 1,
  firstDay: parseDay('2026-03-01'),
  lastDay: parseDay('2026-03-02'),
  impressions: 10n ** 17n,
  revenueMicros: new Map([[1, 1_500_000n]]),
  converted: new Map([['EUR', '1.25']]),
  otherSources: new Map([['admob', 2]]),
  uncounted: [],
  changes: [],
  keptSlices: [
    {
      source: 'max',
      network: 'admob',
      slices: 1,
      rows: 2,
      firstDay: day,
      lastDay: day,
    },
  ],
}

const accounts = [
  { id: 1, username: 'studio', currency: 'USD' },
  { id: 2, username: 'arcade', currency: 'USD' },
  { id: 3, username: 'bureau', currency: 'EUR' },
] as Account[]

const about = {
  source: null,
  files: ['a.csv'],
  report: null,
  committedAt,
  accounts,
  kind: figures,
  networks: ['vungle', 'admob'],
  createdApps: [],
  matchedApps: [],
  unrecognised: null,
  skipped: null,
  rates: [],
  networkNames: null,
  unusedColumns: ['hour'],
}

test('an import of our own format is summarised', () => {
  expect(summarise(committed, about)).toEqual({
    import: 7,
    recorded_at: '2026-03-10T12:00:00.000Z',
    later_than_clock: false,
    source: 'adtally',
    source_title: "Adtally's own format",
    day_zone: 'UTC',
    report: null,
    files: ['a.csv'],
    accounts: ['studio'],
    networks: ['admob', 'vungle'],
    rows: 9,
    slices: 5,
    replaced_slices: 3,
    unchanged_slices: 2,
    other_sources: { admob: 2 },
    kept_other_sources: { max: 1 },
    not_written: [
      {
        source: 'max',
        network: 'admob',
        slices: 1,
        rows: 2,
        first_day: '2026-03-01',
        last_day: '2026-03-01',
      },
    ],
    first_day: '2026-03-01',
    last_day: '2026-03-02',
    last_day_in_future: false,
    impressions: '100000000000000000',
    revenue: { USD: '1.5' },
    converted: { EUR: '1.25' },
    created_apps: [],
    matched_apps: [],
    unknown_countries: {},
    unknown_formats: {},
    unused_columns: ['hour'],
    earlier_rates: [],
    more_earlier_rates: 0,
    secondary: [],
    new_networks: {},
    set_aside: [],
    skipped_rows: 0,
    skipped_slices: 0,
    reject_file: null,
  })
})

test('a network’s report is summarised with its source, new apps, unknown words and skipped rows', () => {
  const source = { name: 'admob', title: 'AdMob', dayZone: 'America/Los_Angeles' } as NetworkSource
  const summary = summarise(committed, {
    ...about,
    source,
    report: 'mediation',
    createdApps: [{ name: 'Zap' }, { name: 'Pop' }] as NetworkApp[],
    matchedApps: [],
    unrecognised: { countries: new Map([['Atlantis', 2]]), formats: new Map([['hologram', 1]]) },
    skipped: { rows: 4, slices: 2, rejectFile: '/rejects/1.csv' },
  })
  expect(summary).toMatchObject({
    source: 'admob',
    source_title: 'AdMob',
    day_zone: 'America/Los_Angeles',
    report: 'mediation',
    created_apps: ['Zap', 'Pop'],
    unknown_countries: { Atlantis: 2 },
    unknown_formats: { hologram: 1 },
    skipped_rows: 4,
    skipped_slices: 2,
    reject_file: '/rejects/1.csv',
  })
})

test('revenue is added up by currency, and accounts are in alphabetical order', () => {
  const revenueMicros = new Map([
    [1, 1_500_000n],
    [2, -250_000n],
    [3, 3n],
  ])
  const { revenue, accounts: usernames } = summarise({ ...committed, revenueMicros }, about)
  expect(revenue).toEqual({ USD: '1.25', EUR: '0.000003' })
  expect(usernames).toEqual(['arcade', 'bureau', 'studio'])
})

test('an account that was removed meanwhile is shown as unknown', () => {
  const revenueMicros = new Map([[99, 1_000_000n]])
  const summary = summarise({ ...committed, revenueMicros }, about)
  expect(summary).toMatchObject({ accounts: ['?'], revenue: { '?': '1' } })
})

test('an import without rows has no days', () => {
  const summary = summarise({ ...committed, firstDay: null, lastDay: null }, about)
  expect([summary.first_day, summary.last_day]).toEqual([null, null])
})

test('an entry that got a time after the clock says so', () => {
  const late = { ...committed, committedMs: committedAt.getTime() + 3_600_000 }
  expect(summarise(late, about)).toMatchObject({
    recorded_at: '2026-03-10T13:00:00.000Z',
    later_than_clock: true,
  })
})

test.each([
  ['UTC', '2026-03-10', false],
  ['UTC', '2026-03-11', true],
  // It is March 11 already where clocks are ahead.
  ['UTC+8', '2026-03-11', false],
  ['UTC+8', '2026-03-12', true],
])('a last day in %s of %s is in the future: %s', (dayZone, lastDay, isInFuture) => {
  const source = { name: 'pangle', title: 'Pangle', dayZone } as NetworkSource
  const summary = summarise({ ...committed, lastDay: parseDay(lastDay) }, { ...about, source })
  expect(summary.last_day_in_future).toBe(isInFuture)
})
