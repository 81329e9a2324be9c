import type { Selectable } from 'kysely'
import type { Session, SessionClient, SessionStore } from '../publishers/session-store.ts'
import type { User } from '../publishers/user.ts'
import type { RelationalDatabase } from './relational-database.ts'
import type { UserSessionsTable } from './tables/user-tables.ts'

/** Stores sessions in the relational store. */
export class RelationalSessionStore implements SessionStore {
  readonly #database: RelationalDatabase

  constructor(database: RelationalDatabase) {
    this.#database = database
  }

  async insert(tokenHash: Uint8Array, session: Omit<Session, 'id'>): Promise<void> {
    await this.#database.writes
      .insertInto('user_sessions')
      .values({
        token_hash: tokenHash,
        user_id: session.userId,
        account_id: session.accountId,
        credential_version: session.credentialVersion,
        browser: session.browser,
        network: session.network,
        created_at_ms: session.createdAtMs,
        last_used_at_ms: session.lastUsedAtMs,
        expires_at_ms: session.expiresAtMs,
      })
      .execute()
  }

  async find(
    tokenHash: Uint8Array,
  ): Promise<{ readonly session: Session; readonly user: User } | null> {
    const row = await this.#database.reads
      .selectFrom('user_sessions')
      .innerJoin('dashboard_users', 'dashboard_users.id', 'user_sessions.user_id')
      .selectAll('user_sessions')
      .select('login')
      .where('token_hash', '=', tokenHash)
      .whereRef('dashboard_users.credential_version', '=', 'user_sessions.credential_version')
      .executeTakeFirst()
    return row ? { session: toSession(row), user: { id: row.user_id, login: row.login } } : null
  }

  async ofUser(userId: number): Promise<Session[]> {
    const rows = await this.#database.reads
      .selectFrom('user_sessions')
      .selectAll()
      .where('user_id', '=', userId)
      .orderBy('id', 'desc')
      .execute()
    return rows.map(toSession)
  }

  async noteUse(id: number, atMs: number, { browser, network }: SessionClient): Promise<void> {
    await this.#database.writes
      .updateTable('user_sessions')
      .set({ last_used_at_ms: atMs, browser, network })
      .where('id', '=', id)
      .execute()
  }

  async chooseAccount(
    { id, userId }: Pick<Session, 'id' | 'userId'>,
    accountId: number,
  ): Promise<void> {
    await this.#database.writes
      .updateTable('user_sessions')
      .set({ account_id: accountId })
      .where('id', '=', id)
      .execute()
    await this.#database.writes
      .updateTable('dashboard_users')
      .set({ last_account_id: accountId })
      .where('id', '=', userId)
      .execute()
  }

  async remove(tokenHash: Uint8Array): Promise<void> {
    await this.#sessions().where('token_hash', '=', tokenHash).execute()
  }

  async removeById(userId: number, id: number): Promise<boolean> {
    const removed = await this.#sessions()
      .where('user_id', '=', userId)
      .where('id', '=', id)
      .executeTakeFirst()
    return removed.numDeletedRows > 0n
  }

  async removeOfUser(userId: number): Promise<void> {
    await this.#sessions().where('user_id', '=', userId).execute()
  }

  async removeExpired(nowMs: number): Promise<void> {
    await this.#sessions().where('expires_at_ms', '<=', nowMs).execute()
  }

  #sessions() {
    return this.#database.writes.deleteFrom('user_sessions')
  }
}

const toSession = (row: Selectable<UserSessionsTable>): Session => ({
  id: row.id,
  userId: row.user_id,
  accountId: row.account_id,
  browser: row.browser,
  network: row.network,
  createdAtMs: row.created_at_ms,
  credentialVersion: row.credential_version,
  lastUsedAtMs: row.last_used_at_ms,
  expiresAtMs: row.expires_at_ms,
})
