import { sql } from 'kysely'
import { Client } from 'pg'
import { expect, test } from 'vitest'
import { openPostgres } from '../../src/records/database.ts'
import {
  type RelationalEngine,
  relationalUpgradeCases,
  storesOf,
} from '../upgrade/relational-cases.ts'
import {
  adding,
  listUnreleased,
  secondTable,
  thirdTable,
  upTo,
  withBoth,
} from '../upgrade/relational-steps.ts'
import { refusalOf } from '../upgrade/unusable.ts'
import { sharePostgres } from './share-postgres.ts'

const postgres = sharePostgres()

async function run(url: string, ...statements: string[]): Promise<unknown[][]> {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    let rows: unknown[][] = []
    for (const text of statements) rows = (await client.query({ text, rowMode: 'array' })).rows
    return rows
  } finally {
    await client.end()
  }
}

const engine: RelationalEngine = {
  newPlace: () => postgres().createDatabase(),
  open: openPostgres,
  run,
  stateOf: async (url) => [
    await run(url, "SELECT tablename FROM pg_tables WHERE schemaname = 'public' ORDER BY 1"),
    await run(url, 'SELECT name FROM kysely_migration ORDER BY name'),
  ],
  nameOf: (url) => `PostgreSQL database ${new URL(url).host}${new URL(url).pathname}`,
  countChanges: [
    'CREATE TABLE record_changes (number bigint NOT NULL)',
    `CREATE FUNCTION count_record_change() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN UPDATE record_changes SET number = number + 1; RETURN NULL; END $$`,
    `CREATE CONSTRAINT TRIGGER count_accounts AFTER INSERT ON accounts DEFERRABLE INITIALLY DEFERRED
      FOR EACH ROW EXECUTE FUNCTION count_record_change()`,
  ],
  counters: "SELECT tgname FROM pg_trigger WHERE tgname LIKE 'count_%'",
}
const { newStore, upgrade, stepsOf } = storesOf(engine)

relationalUpgradeCases(engine)

test('a database may take longer for a migration than for any other statement', async () => {
  const url = await newStore()
  const up: typeof secondTable.up = async (db) => {
    await sql`SELECT pg_sleep(0.6)`.execute(db)
    await secondTable.up(db)
  }
  await upgrade(url, { migrations: adding({ ...secondTable, up }), writeTimeoutMs: 300 })
  expect(await stepsOf(url)).toEqual([[101]])
})

test.each([
  ['this release', {}, []],
  [
    'a commit between releases',
    { migrations: upTo('0030-plain-reads') },
    [...listUnreleased('0029-primary-sources'), ...engine.countChanges],
  ],
])(
  'a database of %s is upgraded once when several servers start together',
  async (_, options, statements) => {
    const url = await newStore(options)
    await run(url, ...statements)
    const steps = await Promise.all([1, 2, 3].map(() => upgrade(url, { migrations: withBoth })))
    expect(steps.flat().every(({ copy }) => copy === null)).toBe(true)
    expect(await stepsOf(url)).toEqual([[101], [102]])
  },
)

test('a database gets an irreversible migration only when it is allowed', async () => {
  const url = await newStore()
  const before = await engine.stateOf(url)
  const migrations = adding(secondTable, { ...thirdTable, isDestructive: true })
  const message = await refusalOf(upgrade(url, { migrations }))
  expect(message).toContain('ADTALLY_ALLOW_MIGRATION=0102-third')
  expect(await engine.stateOf(url)).toEqual(before)
  await upgrade(url, { migrations, allowedMigrations: ['0102-third'] })
  expect(await stepsOf(url)).toEqual([[101], [102]])
  // An irreversible migration of an empty database loses nothing.
  await upgrade(await engine.newPlace(), { migrations })
})
