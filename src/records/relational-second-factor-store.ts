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
      .selectFrom('secondFactors')
      .selectAll()
      .where('userId', '=', userId)
      .executeTakeFirst()
    return row ? { sealed: row.sealed, isConfirmed: row.isConfirmed === 1 } : null
  }

  async begin(userId: number, sealed: Uint8Array): Promise<boolean> {
    const begun = await this.#database.writes
      .insertInto('secondFactors')
      .values({ userId, sealed, isConfirmed: 0, lastStep: 0 })
      .onConflict((conflict) =>
        conflict
          .column('userId')
          .doUpdateSet({ sealed, lastStep: 0 })
          .where('secondFactors.isConfirmed', '=', 0),
      )
      .executeTakeFirst()
    return begun.numInsertedOrUpdatedRows === 1n
  }

  async confirm(userId: number, recoveryHashes: readonly Uint8Array[]): Promise<void> {
    await this.#database.withLock(['users'], async (transaction) => {
      await transaction.deleteFrom('recoveryCodes').where('userId', '=', userId).execute()
      await transaction
        .updateTable('secondFactors')
        .set({ isConfirmed: 1 })
        .where('userId', '=', userId)
        .execute()
      await transaction
        .insertInto('recoveryCodes')
        .values(recoveryHashes.map((hash) => ({ userId, codeHash: hash })))
        .execute()
    })
  }

  async useStep(userId: number, step: number): Promise<boolean> {
    const used = await this.#database.writes
      .updateTable('secondFactors')
      .set({ lastStep: step })
      .where('userId', '=', userId)
      .where('lastStep', '<', step)
      .executeTakeFirst()
    return used.numUpdatedRows > 0n
  }

  async useRecoveryCode(userId: number, hash: Uint8Array): Promise<boolean> {
    const used = await this.#database.writes
      .deleteFrom('recoveryCodes')
      .where('userId', '=', userId)
      .where('codeHash', '=', hash)
      .executeTakeFirst()
    return used.numDeletedRows > 0n
  }

  async countRecoveryCodes(userId: number): Promise<number> {
    const { count } = await this.#database.reads
      .selectFrom('recoveryCodes')
      .select((e) => e.fn.countAll().as('count'))
      .where('userId', '=', userId)
      .executeTakeFirstOrThrow()
    return Number(count)
  }

  async remove(userId: number): Promise<boolean> {
    return this.#database.withLock(['users'], async (transaction) => {
      await transaction.deleteFrom('recoveryCodes').where('userId', '=', userId).execute()
      const removed = await transaction
        .deleteFrom('secondFactors')
        .where('userId', '=', userId)
        .where('isConfirmed', '=', 1)
        .executeTakeFirst()
      return removed.numDeletedRows > 0n
    })
  }
}
