import { createHash } from 'node:crypto'
import { join } from 'node:path'
import { type Kysely, sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { hashPassword } from '../../src/publishers/passwords.ts'
import { openSqlite } from '../../src/records/database.ts'
import type { Tables } from '../../src/records/tables/tables.ts'
import { password, peopleOf, start } from '../contracts/people.ts'
import { newFolder } from '../fixtures/new-folder.ts'
import { filledFirst } from './relational-steps.ts'

const weekMs = 7 * 86_400_000
const hashOf = (token: string) => createHash('sha256').update(token).digest()

/** Accounts of the first edition with and without a password, and their sessions. */
async function fill(db: Kysely<Tables>): Promise<void> {
  const hash = await hashPassword(password)
  const account = (id: number, username: string, own: string | null, disabledAt: string | null) =>
    sql`INSERT INTO accounts
        (id, username, currency, created_at, disabled_at, password_hash, key_hash, key_sealed)
      VALUES (${id}, ${username}, 'EUR', '2026-01-02T03:04:05.678Z', ${disabledAt}, ${own},
        ${hashOf(username)}, ${hashOf(username)})`
  const session = (token: string, id: number, own: string) =>
    sql`INSERT INTO sessions (token_hash, account_id, password_hash, expires_at_ms)
      VALUES (${hashOf(token)}, ${id}, ${own}, ${start + 1_000})`
  for (const statement of [
    account(3, 'studio', hash, null),
    account(5, 'silent', null, null),
    account(7, 'closed', hash, '2026-02-01T00:00:00.000Z'),
    session('open', 3, hash),
    session('from before the password', 3, 'another hash'),
    session('of a closed account', 7, hash),
  ]) {
    await statement.execute(db)
  }
}

async function upgraded() {
  const path = join(await newFolder(), 'adtally.sqlite')
  const database = await openSqlite(path, { migrations: filledFirst(fill) })
  onTestFinished(() => database.close())
  return { database, ...peopleOf(database) }
}

test("an account's password becomes that of a user with its name, who owns it", async () => {
  const { users, accounts } = await upgraded()
  for (const username of ['studio', 'closed']) {
    const { members } = await users.list(username)
    expect(members).toMatchObject([
      { user: { login: username }, role: 'owner', hasPassword: true, hasSecondFactor: false },
    ])
  }
  expect((await users.list('silent')).members).toEqual([])
  expect((await users.byPassword('studio', password))?.memberships).toMatchObject([
    { account: { id: 3, username: 'studio', currency: 'EUR' }, role: 'owner' },
  ])
  expect(await users.byPassword('studio', 'another password')).toBe(null)
  expect(await users.byPassword('silent', '')).toBe(null)
  expect(await users.byPassword('closed', password)).toBe(null)
  await users.setOwnerPassword('silent', password)
  expect(await users.byPassword('silent', password)).not.toBe(null)
  expect((await accounts.list()).map(({ id }) => id)).toEqual([7, 5, 3])
})

test('open sessions go on, and the others stay over', async () => {
  const { clock, sessions, users } = await upgraded()
  expect(await sessions.find('open')).toMatchObject({
    user: { login: 'studio' },
    principal: { name: 'studio', account: { id: 3 }, apps: null },
    session: { browser: '', network: '', createdAtMs: start + 1_000 - weekMs },
  })
  expect(await sessions.find('from before the password')).toBe(null)
  expect(await sessions.find('of a closed account')).toBe(null)
  clock.nowMs += 1_000
  expect(await sessions.find('open')).toBe(null)
  expect(await sessions.list(await users.get('studio'))).toEqual([])
})

test('nothing of the earlier tables is left', async () => {
  const { database } = await upgraded()
  const columns = await sql<{ name: string }>`SELECT name FROM pragma_table_info('accounts')`
    .execute(database.reads)
    .then(({ rows }) => rows.map(({ name }) => name))
  expect(columns).toEqual([
    ...['id', 'username', 'currency', 'created_at', 'disabled_at'],
    'primary_sources',
  ])
  const tables = await sql`SELECT name FROM sqlite_master WHERE name = 'sessions'`.execute(
    database.reads,
  )
  expect(tables.rows).toEqual([])
})
