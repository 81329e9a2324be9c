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
      .insertInto('userSessions')
      .values({
        tokenHash,
        userId: session.userId,
        accountId: session.accountId,
        credentialVersion: session.credentialVersion,
        browser: session.browser,
        network: session.network,
        createdAtMs: session.createdAtMs,
        lastUsedAtMs: session.lastUsedAtMs,
        expiresAtMs: session.expiresAtMs,
      })
      .execute()
  }

  async find(
    tokenHash: Uint8Array,
  ): Promise<{ readonly session: Session; readonly user: User } | null> {
    const row = await this.#database.reads
      .selectFrom('userSessions')
      .innerJoin('dashboardUsers', 'dashboardUsers.id', 'userSessions.userId')
      .selectAll('userSessions')
      .select('login')
      .where('tokenHash', '=', tokenHash)
      .whereRef('dashboardUsers.credentialVersion', '=', 'userSessions.credentialVersion')
      .executeTakeFirst()
    return row ? { session: toSession(row), user: { id: row.userId, login: row.login } } : null
  }

  async ofUser(userId: number): Promise<Session[]> {
    const rows = await this.#database.reads
      .selectFrom('userSessions')
      .selectAll()
      .where('userId', '=', userId)
      .orderBy('id', 'desc')
      .execute()
    return rows.map(toSession)
  }

  async noteUse(id: number, atMs: number, { browser, network }: SessionClient): Promise<void> {
    await this.#database.writes
      .updateTable('userSessions')
      .set({ lastUsedAtMs: atMs, browser, network })
      .where('id', '=', id)
      .execute()
  }

  async chooseAccount(
    { id, userId }: Pick<Session, 'id' | 'userId'>,
    accountId: number,
  ): Promise<void> {
    await this.#database.writes
      .updateTable('userSessions')
      .set({ accountId })
      .where('id', '=', id)
      .execute()
    await this.#database.writes
      .updateTable('dashboardUsers')
      .set({ lastAccountId: accountId })
      .where('id', '=', userId)
      .execute()
  }

  async remove(tokenHash: Uint8Array): Promise<void> {
    await this.#sessions().where('tokenHash', '=', tokenHash).execute()
  }

  async removeById(userId: number, id: number): Promise<boolean> {
    const removed = await this.#sessions()
      .where('userId', '=', userId)
      .where('id', '=', id)
      .executeTakeFirst()
    return removed.numDeletedRows > 0n
  }

  async removeOfUser(userId: number): Promise<void> {
    await this.#sessions().where('userId', '=', userId).execute()
  }

  async removeExpired(nowMs: number): Promise<void> {
    await this.#sessions().where('expiresAtMs', '<=', nowMs).execute()
  }

  #sessions() {
    return this.#database.writes.deleteFrom('userSessions')
  }
}

const toSession = (row: Selectable<UserSessionsTable>): Session => ({
  id: row.id,
  userId: row.userId,
  accountId: row.accountId,
  browser: row.browser,
  network: row.network,
  createdAtMs: row.createdAtMs,
  credentialVersion: row.credentialVersion,
  lastUsedAtMs: row.lastUsedAtMs,
  expiresAtMs: row.expiresAtMs,
})
