import type { Kysely } from 'kysely'
import { refuse } from '../../settlement/refusals.ts'
import { maxTrustedKeys, type TrustedKey } from '../../settlement/trusted-key.ts'
import type { Accounts } from '../accounts.ts'
import type { RelationalDatabase } from '../relational-database.ts'
import type { Tables } from '../tables/tables.ts'

/** The keys that accounts trust to sign statements. */
export class StatementKeys {
  readonly #accounts: Accounts
  readonly #database: RelationalDatabase
  readonly #now: () => Date

  constructor(accounts: Accounts, database: RelationalDatabase, now: () => Date) {
    this.#accounts = accounts
    this.#database = database
    this.#now = now
  }

  /** By name. @throws Refusal for an unknown account */
  async list(username: string): Promise<TrustedKey[]> {
    const { id } = await this.#accounts.get(username)
    return this.ofAccount(id)
  }

  /** By name. */
  ofAccount(accountId: number): Promise<TrustedKey[]> {
    return keysOf(this.#database.reads, accountId)
  }

  /**
   * @throws Refusal for an unknown account; `statement_key_name_taken`; `statement_key_repeated` for a key that has another
   *   name already; `too_many_statement_keys`
   */
  async add(username: string, given: Omit<TrustedKey, 'addedAtMs'>): Promise<TrustedKey> {
    const { id: accountId } = await this.#accounts.get(username)
    const added: TrustedKey = {
      name: given.name,
      network: given.network,
      publicKey: given.publicKey,
      addedAtMs: this.#now().getTime(),
      addedBy: given.addedBy,
    }
    return this.#database.withLock(['users'], async (transaction) => {
      const all = await keysOf(transaction, accountId)
      if (all.some(({ name }) => name === added.name)) {
        throw refuse('statement_key_name_taken', { username, name: added.name })
      }
      const same = all.find(({ publicKey }) => publicKey === added.publicKey)
      if (same) throw refuse('statement_key_repeated', { username, name: same.name })
      if (all.length >= maxTrustedKeys) {
        throw refuse('too_many_statement_keys', { username, maximum: maxTrustedKeys })
      }
      await transaction
        .insertInto('statementKeys')
        .values({ ...added, accountId })
        .execute()
      return added
    })
  }

  /** @returns the key as it was @throws Refusal for an unknown account, and `unknown_statement_key` */
  async remove(username: string, name: string): Promise<TrustedKey> {
    const { id: accountId } = await this.#accounts.get(username)
    const row = await this.#database.writes
      .deleteFrom('statementKeys')
      .where('accountId', '=', accountId)
      .where('name', '=', name)
      .returning(columns)
      .executeTakeFirst()
    if (!row) throw refuse('unknown_statement_key', { username, name })
    return row
  }
}

const columns = ['name', 'network', 'publicKey', 'addedAtMs', 'addedBy'] as const

const keysOf = (database: Kysely<Tables>, accountId: number): Promise<TrustedKey[]> =>
  database
    .selectFrom('statementKeys')
    .select(columns)
    .where('accountId', '=', accountId)
    .orderBy('name')
    .execute()
