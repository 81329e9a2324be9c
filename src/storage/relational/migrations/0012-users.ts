import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import type { ColumnTypes } from '../engine.ts'
import type { Tables } from '../tables/tables.ts'

const sessionMs = 7 * 86_400_000

/**
 * Users of accounts. An account's password becomes that of a user with the account's name, who owns the
 * account. Sessions go on. Other tables refer to users and accounts without cascades: dropping a table
 * that is made again would remove their rows.
 */
export const users = (types: ColumnTypes): Migration => ({
  async up(db: Kysely<Tables>) {
    await createTables(db, types)
    await moveAccounts(db)
    await db.schema.dropTable('sessions').execute()
    await db.schema.alterTable('accounts').dropColumn('password_hash').execute()
  },
})

async function createTables(db: Kysely<Tables>, types: ColumnTypes): Promise<void> {
  const { schema } = db
  await schema
    .createTable('dashboard_users')
    .addColumn('id', types.key, types.asKey)
    .addColumn('login', types.text, (column) => column.notNull().unique())
    .addColumn('password_hash', types.text)
    .addColumn('credential_version', types.integer, (column) => column.notNull())
    .addColumn('last_account_id', types.integer)
    .addColumn('created_at_ms', types.integer, (column) => column.notNull())
    .execute()
  await schema
    .createTable('memberships')
    .addColumn('account_id', types.integer, (column) => column.notNull().references('accounts.id'))
    .addColumn('user_id', types.integer, (column) =>
      column.notNull().references('dashboard_users.id'),
    )
    .addColumn('role', types.text, (column) => column.notNull())
    .addPrimaryKeyConstraint('memberships_key', ['account_id', 'user_id'])
    .execute()
  await schema.createIndex('memberships_of_user').on('memberships').column('user_id').execute()
  await schema
    .createTable('invitations')
    .addColumn('id', types.key, types.asKey)
    .addColumn('account_id', types.integer, (column) => column.notNull().references('accounts.id'))
    .addColumn('login', types.text, (column) => column.notNull())
    .addColumn('role', types.text, (column) => column.notNull())
    .addColumn('invited_by', types.text)
    .addColumn('token_hash', types.bytes, (column) => column.notNull().unique())
    .addColumn('created_at_ms', types.integer, (column) => column.notNull())
    .addColumn('expires_at_ms', types.integer, (column) => column.notNull())
    .addUniqueConstraint('invitations_by_login', ['account_id', 'login'])
    .execute()
  await schema.createIndex('invitations_for_login').on('invitations').column('login').execute()
  await schema
    .createTable('identities')
    .addColumn('issuer', types.text, (column) => column.notNull())
    .addColumn('subject', types.text, (column) => column.notNull())
    .addColumn('user_id', types.integer, (column) =>
      column.notNull().references('dashboard_users.id'),
    )
    .addPrimaryKeyConstraint('identities_key', ['issuer', 'subject'])
    .execute()
  await schema.createIndex('identities_of_user').on('identities').column('user_id').execute()
  await schema
    .createTable('second_factors')
    .addColumn('user_id', types.integer, (column) =>
      column.primaryKey().references('dashboard_users.id'),
    )
    .addColumn('sealed', types.bytes, (column) => column.notNull())
    .addColumn('is_confirmed', types.integer, (column) => column.notNull())
    .addColumn('last_step', types.integer, (column) => column.notNull())
    .execute()
  await schema
    .createTable('recovery_codes')
    .addColumn('user_id', types.integer, (column) =>
      column.notNull().references('dashboard_users.id'),
    )
    .addColumn('code_hash', types.bytes, (column) => column.notNull())
    .addPrimaryKeyConstraint('recovery_codes_key', ['user_id', 'code_hash'])
    .execute()
  await schema
    .createTable('user_sessions')
    .addColumn('id', types.key, types.asKey)
    .addColumn('token_hash', types.bytes, (column) => column.notNull().unique())
    .addColumn('user_id', types.integer, (column) =>
      column.notNull().references('dashboard_users.id'),
    )
    .addColumn('account_id', types.integer, (column) => column.notNull())
    .addColumn('credential_version', types.integer, (column) => column.notNull())
    .addColumn('browser', types.text, (column) => column.notNull())
    .addColumn('network', types.text, (column) => column.notNull())
    .addColumn('created_at_ms', types.integer, (column) => column.notNull())
    .addColumn('last_used_at_ms', types.integer, (column) => column.notNull())
    .addColumn('expires_at_ms', types.integer, (column) => column.notNull())
    .execute()
  await schema.createIndex('user_sessions_of_user').on('user_sessions').column('user_id').execute()
}

async function moveAccounts(db: Kysely<Tables>): Promise<void> {
  const { rows } = await sql<{ id: number; created_at: string }>`
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
