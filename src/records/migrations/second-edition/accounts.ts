import { type Kysely, sql } from 'kysely'
import type { Tables } from '../../tables/tables.ts'

const sessionMs = 7 * 86_400_000

interface AccountRow {
  readonly id: number
  readonly created_at: string
}

/** An account's only key becomes `default`, which may read all. */
export async function moveKeys(db: Kysely<Tables>): Promise<void> {
  const { rows } = await sql<AccountRow>`
    SELECT id, created_at FROM accounts ORDER BY id`.execute(db)
  for (const { id, created_at: createdAt } of rows) {
    await sql`INSERT INTO api_keys (account_id, name, key_hash, key_sealed, permissions, created_at_ms)
      SELECT id, 'default', key_hash, key_sealed, 'read', ${Date.parse(createdAt)}
      FROM accounts WHERE id = ${id}`.execute(db)
  }
}

/**
 * An account's password becomes that of a user with the account's name, who owns the account. Sessions go on.
 */
export async function moveUsers(db: Kysely<Tables>): Promise<void> {
  const { rows } = await sql<AccountRow>`
    SELECT id, created_at FROM accounts WHERE password_hash IS NOT NULL ORDER BY id`.execute(db)
  for (const { id, created_at: createdAt } of rows) {
    await sql`INSERT INTO dashboard_users
        (login, password_hash, credential_version, last_account_id, created_at_ms)
      SELECT username, password_hash, 0, id, ${Date.parse(createdAt)}
      FROM accounts WHERE id = ${id}`.execute(db)
  }
  await sql`INSERT INTO memberships (account_id, user_id, role)
    SELECT last_account_id, id, 'owner' FROM dashboard_users`.execute(db)
  await sql`INSERT INTO user_sessions (token_hash, user_id, account_id, credential_version,
      browser, network, created_at_ms, last_used_at_ms, expires_at_ms)
    SELECT sessions.token_hash, dashboard_users.id, sessions.account_id, 0, '', '',
      sessions.expires_at_ms - ${sql.lit(sessionMs)}, sessions.expires_at_ms - ${sql.lit(sessionMs)},
      sessions.expires_at_ms
    FROM sessions
    JOIN accounts ON accounts.id = sessions.account_id
    JOIN dashboard_users ON dashboard_users.last_account_id = accounts.id
    WHERE sessions.password_hash = accounts.password_hash`.execute(db)
}
