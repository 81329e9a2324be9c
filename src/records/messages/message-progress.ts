import type { Message } from '../../messages/message.ts'
import type { RelationalDatabase } from '../relational-database.ts'
import { writeMessages } from './write-messages.ts'

/** The last ledger entry that messages were written for. */
export interface Progress {
  readonly generation: number
  readonly entry: number
}

/** Writes the messages of ledger entries, each once in all processes. */
export class MessageProgress {
  readonly #database: RelationalDatabase

  constructor(database: RelationalDatabase) {
    this.#database = database
  }

  /** Null before the first start. */
  async read(): Promise<Progress | null> {
    const row = await this.#database.reads
      .selectFrom('messageProgress')
      .select(['generation', 'entry'])
      .executeTakeFirst()
    return row ?? null
  }

  /** Begins with a state whose messages are not written, and gives up those that wait: they are of before a restore. */
  async begin(at: Progress, nowMs: number): Promise<void> {
    await this.#database.withLock(['users'], async (transaction) => {
      await transaction.deleteFrom('messageProgress').execute()
      await transaction
        .insertInto('messageProgress')
        .values({ id: 1, ...at })
        .execute()
      await transaction
        .updateTable('deliveries')
        .set({
          state: 'dead',
          endedAtMs: nowMs,
          lastError: 'It is from before the stores were restored.',
        })
        .where('state', '=', 'waiting')
        .execute()
    })
  }

  /** @returns false when another process wrote them */
  async advance(from: Progress, to: Progress, messages: readonly Message[]): Promise<boolean> {
    return this.#database.withLock([], async (transaction) => {
      const { numUpdatedRows } = await transaction
        .updateTable('messageProgress')
        .set({ entry: to.entry })
        .where('generation', '=', from.generation)
        .where('entry', '=', from.entry)
        .executeTakeFirstOrThrow()
      if (numUpdatedRows === 0n) return false
      await writeMessages(transaction, messages)
      return true
    })
  }

  /** Writes messages that are not of ledger entries. */
  async write(messages: readonly Message[]): Promise<void> {
    if (messages.length === 0) return
    await this.#database.withLock([], (transaction) => writeMessages(transaction, messages))
  }
}
