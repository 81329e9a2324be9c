import type { Session, SessionStore } from '../../publishers/session-store.ts'
import type { RelationalDatabase } from './tables.ts'

/** Stores sessions in the relational store. */
export class RelationalSessionStore implements SessionStore {
  readonly #database: RelationalDatabase

  constructor(database: RelationalDatabase) {
    this.#database = database
  }

  async insert(tokenHash: Uint8Array, session: Session): Promise<void> {
    await this.#database.writes
      .insertInto('sessions')
      .values({
        token_hash: tokenHash,
        account_id: session.accountId,
        password_hash: session.passwordHash,
        expires_at_ms: session.expiresAtMs,
      })
      .execute()
  }

  async find(tokenHash: Uint8Array): Promise<Session | null> {
    const row = await this.#database.reads
      .selectFrom('sessions')
      .innerJoin('accounts', 'accounts.id', 'sessions.account_id')
      .select(['account_id', 'sessions.password_hash', 'expires_at_ms'])
      .where('token_hash', '=', tokenHash)
      .whereRef('accounts.password_hash', '=', 'sessions.password_hash')
      .executeTakeFirst()
    if (!row) return null
    const { account_id: accountId, password_hash: passwordHash, expires_at_ms: expiresAtMs } = row
    return { accountId, passwordHash, expiresAtMs }
  }

  async remove(tokenHash: Uint8Array): Promise<void> {
    await this.#database.writes.deleteFrom('sessions').where('token_hash', '=', tokenHash).execute()
  }

  async removeOfAccount(accountId: number): Promise<void> {
    await this.#database.writes.deleteFrom('sessions').where('account_id', '=', accountId).execute()
  }

  async removeExpired(nowMs: number): Promise<void> {
    await this.#database.writes.deleteFrom('sessions').where('expires_at_ms', '<=', nowMs).execute()
  }
}
