import { expect, test } from 'vitest'
import { describeUpgrade } from '../../src/compose/describe-upgrade.ts'
import { readServers } from '../../src/config/servers.ts'

const progress = {
  place: '/data/figures.duckdb',
  migration: '0004-example',
  position: 1,
  count: 2,
  share: 0.35,
  copy: '/data/figures.duckdb.before-0004',
}

test('an upgrade reports its progress', () => {
  expect(describeUpgrade(progress)).toBe(
    'Upgrading /data/figures.duckdb: 0004-example (1 of 2), 35 %.',
  )
  expect(describeUpgrade({ ...progress, share: 1 })).toContain('(1 of 2), 100 %')
})

test('a completed upgrade names its copy', () => {
  expect(describeUpgrade({ ...progress, position: 2, share: 1 })).toBe(
    'Upgraded /data/figures.duckdb. The copy /data/figures.duckdb.before-0004, made before, is removed after 30 days.',
  )
  const server = { ...progress, place: 'ClickHouse database adtally', copy: null }
  expect(describeUpgrade({ ...server, position: 2, share: 1 })).toBe(
    'Upgraded ClickHouse database adtally.',
  )
})

test('migrations of servers are allowed by listing their names', () => {
  expect(readServers({}).allowedMigrations).toEqual([])
  const env = { ADTALLY_ALLOW_MIGRATION: '0002-one, 0007-other,' }
  expect(readServers(env).allowedMigrations).toEqual(['0002-one', '0007-other'])
})
