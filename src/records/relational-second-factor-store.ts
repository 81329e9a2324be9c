import type { SecondFactor, SecondFactorStore } from '../publishers/second-factor-store.ts'
import type { RelationalDatabase } from './relational-database.ts'

/** Stores second factors in the relational store. */
export class RelationalSecondFactorStore implements SecondFactorStore {
  readonly #database: RelationalDatabase

  constructor(database: RelationalDatabase) {
    this.#database = database
  }

  async find(userId: number): Promise<SecondFactor | null> {
    const row = await this.#database.reads
      .selectFrom('second_factors')
      .selectAll()
      .where('user_id', '=', userId)
      .executeTakeFirst()
    return row ? { sealed: row.sealed, isConfirmed: row.is_confirmed === 1 } : null
  }

  async begin(userId: number, sealed: Uint8Array): Promise<boolean> {
    const begun = await this.#database.writes
      .insertInto('second_factors')
      .values({ user_id: userId, sealed, is_confirmed: 0, last_step: 0 })
      .onConflict((conflict) =>
        conflict
          .column('user_id')
          .doUpdateSet({ sealed, last_step: 0 })
          .where('second_factors.is_confirmed', '=', 0),
      )
      .executeTakeFirst()
    return begun.numInsertedOrUpdatedRows === 1n
  }

  async confirm(userId: number, recoveryHashes: readonly Uint8Array[]): Promise<void> {
    await this.#database.withLock(['users'], async (transaction) => {
      await transaction.deleteFrom('recovery_codes').where('user_id', '=', userId).execute()
      await transaction
        .updateTable('second_factors')
        .set({ is_confirmed: 1 })
        .where('user_id', '=', userId)
        .execute()
      await transaction
        .insertInto('recovery_codes')
        .values(recoveryHashes.map((hash) => ({ user_id: userId, code_hash: hash })))
        .execute()
    })
  }

  async useStep(userId: number, step: number): Promise<boolean> {
    const used = await this.#database.writes
      .updateTable('second_factors')
      .set({ last_step: step })
      .where('user_id', '=', userId)
      .where('last_step', '<', step)
      .executeTakeFirst()
    return used.numUpdatedRows > 0n
  }

  async useRecoveryCode(userId: number, hash: Uint8Array): Promise<boolean> {
    const used = await this.#database.writes
      .deleteFrom('recovery_codes')
      .where('user_id', '=', userId)
      .where('code_hash', '=', hash)
      .executeTakeFirst()
    return used.numDeletedRows > 0n
  }

  async countRecoveryCodes(userId: number): Promise<number> {
    const { count } = await this.#database.reads
      .selectFrom('recovery_codes')
      .select((e) => e.fn.countAll().as('count'))
      .where('user_id', '=', userId)
      .executeTakeFirstOrThrow()
    return Number(count)
  }

  async remove(userId: number): Promise<boolean> {
    return this.#database.withLock(['users'], async (transaction) => {
      await transaction.deleteFrom('recovery_codes').where('user_id', '=', userId).execute()
      const removed = await transaction
        .deleteFrom('second_factors')
        .where('user_id', '=', userId)
        .where('is_confirmed', '=', 1)
        .executeTakeFirst()
      return removed.numDeletedRows > 0n
    })
  }
}
