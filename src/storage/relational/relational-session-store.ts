import type { Session, SessionStore } from '../../accounts/session-store.ts'
import type { RelationalDatabase } from './tables.ts'

/** Keeps sessions in the relational store. */
export class RelationalSessionStore implements SessionStore {
  readonly #database: RelationalDatabase

  constructor(database: RelationalDatabase) {
    this.#database = database
  }

  async insert(tokenHash: Uint8Array, { accountId, expiresAtMs }: Session): Promise<void> {
    await this.#database.writes
      .insertInto('sessions')
      .values({ token_hash: tokenHash, account_id: accountId, expires_at_ms: expiresAtMs })
      .execute()
  }

  async find(tokenHash: Uint8Array): Promise<Session | null> {
    const row = await this.#database.reads
      .selectFrom('sessions')
      .select(['account_id', 'expires_at_ms'])
      .where('token_hash', '=', tokenHash)
      .executeTakeFirst()
    return row ? { accountId: row.account_id, expiresAtMs: row.expires_at_ms } : null
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
