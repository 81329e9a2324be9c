import { expect, test } from 'vitest'
import { UpgradeLines } from '../../src/compose/upgrade-lines.ts'
import { readServers } from '../../src/config/servers.ts'
import type { UpgradeProgress } from '../../src/storage/upgrades/migration.ts'

const progress: UpgradeProgress = {
  place: '/data/figures.duckdb',
  migration: '0004-example',
  position: 1,
  count: 2,
  share: 0.35,
  copy: '/data/figures.duckdb.before-0004',
}

/** @returns the lines of an upgrade whose clock shows these milliseconds, one after the other */
function linesOf(times: readonly number[], updates: readonly Partial<typeof progress>[]): string[] {
  const lines: string[] = []
  const clock = [...times]
  const upgrade = new UpgradeLines(
    (line) => lines.push(line),
    () => clock.shift() ?? 0,
  )
  for (const update of updates) upgrade.update({ ...progress, ...update })
  upgrade.end()
  return lines
}

test('a short upgrade of both stores is one line, which names the copies', () => {
  const records = { place: '/data/adtally.sqlite', copy: '/data/adtally.sqlite.before-0023' }
  const done = { position: 2, share: 1 }
  expect(
    linesOf([], [{ share: 0 }, {}, done, { ...records, share: 0 }, { ...records, ...done }]),
  ).toEqual([
    'Upgraded /data/figures.duckdb and /data/adtally.sqlite. Copies from before, kept for 30 days: /data/figures.duckdb.before-0004 and /data/adtally.sqlite.before-0023.',
  ])
})

test('an upgrade that takes longer than a second reports its progress', () => {
  expect(linesOf([0, 0, 500, 1_200], [{ share: 0 }, { share: 0.2 }, {}])).toEqual([
    'Upgrading /data/figures.duckdb: 0004-example (1 of 2), 35 %.',
  ])
})

test('stores on servers have no copies, and stores that are up to date no line', () => {
  const server = { place: 'ClickHouse database adtally', copy: null, position: 2, share: 1 }
  expect(linesOf([], [server])).toEqual(['Upgraded ClickHouse database adtally.'])
  expect(linesOf([], [])).toEqual([])
})

test('migrations of servers are allowed by listing their names', () => {
  expect(readServers({}).allowedMigrations).toEqual([])
  const env = { ADTALLY_ALLOW_MIGRATION: '0002-one, 0007-other,' }
  expect(readServers(env).allowedMigrations).toEqual(['0002-one', '0007-other'])
})
