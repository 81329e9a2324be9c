import { refuse } from '../publishers/refusals.ts'
import type { Accounts } from './accounts.ts'
import type { RelationalDatabase } from './relational-database.ts'

/** How many citations an account may save. */
export const maxSavedCitations = 10_000

/** Citations under short names, which are made from their texts. */
export class SavedCitations {
  readonly #accounts: Accounts
  readonly #database: RelationalDatabase
  readonly #now: () => Date

  constructor(accounts: Accounts, database: RelationalDatabase, now: () => Date) {
    this.#accounts = accounts
    this.#database = database
    this.#now = now
  }

  /** The text of a citation; null for a name that is not saved. */
  async find(id: string): Promise<string | null> {
    const row = await this.#database.reads
      .selectFrom('savedCitations')
      .select('citation')
      .where('id', '=', id)
      .executeTakeFirst()
    return row?.citation ?? null
  }

  /**
   * Saves a citation, unless it is saved already.
   *
   * @param by the name of the actor; null for a command
   * @throws Refusal for an unknown account, or too many citations
   */
  async save(username: string, id: string, citation: string, by: string | null): Promise<void> {
    const { id: accountId } = await this.#accounts.get(username)
    await this.#database.withLock(['users'], async (transaction) => {
      const { count } = await transaction
        .selectFrom('savedCitations')
        .select((e) => e.fn.countAll<number>().as('count'))
        .where('accountId', '=', accountId)
        .where('id', '<>', id)
        .executeTakeFirstOrThrow()
      if (Number(count) >= maxSavedCitations) {
        throw refuse('too_many_citations', { username, max: maxSavedCitations })
      }
      await transaction
        .insertInto('savedCitations')
        .values({ id, accountId, citation, savedBy: by, savedAtMs: this.#now().getTime() })
        .onConflict((conflict) => conflict.doNothing())
        .execute()
    })
  }
}
