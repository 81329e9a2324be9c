import type { Selectable, Transaction } from 'kysely'
import type { Account } from '../publishers/account.ts'
import { refuse } from '../publishers/refusals.ts'
import { destinationPlace, type Vault } from '../sealing/vault.ts'
import {
  type Destination,
  type DestinationKind,
  type DestinationState,
  type MismatchRule,
  maxDestinations,
} from '../warehouse/destination.ts'
import type { RelationalDatabase } from './relational-database.ts'
import type { DestinationsTable } from './tables/destination-tables.ts'
import type { Tables } from './tables/tables.ts'

export type NewDestination = Pick<
  Destination,
  'name' | 'kind' | 'target' | 'keepsHistory' | 'onMismatch'
> & {
  /** The address with its password, or the path of a file. */
  readonly address: string
}

interface AddedDestination extends NewDestination {
  readonly ofAll: boolean
  readonly createdBy: string | null
  readonly state: DestinationState
}

/** Adds destinations, each with its address sealed. */
export class AddedDestinations {
  readonly #database: RelationalDatabase
  readonly #vault: Vault
  readonly #now: () => Date

  constructor(database: RelationalDatabase, vault: Vault, now: () => Date) {
    this.#database = database
    this.#vault = vault
    this.#now = now
  }

  /**
   * Adds one to each account, or none at all.
   *
   * @throws Refusal for a name that is taken, or too many destinations
   */
  add(
    accounts: readonly Account[],
    given: Omit<AddedDestination, 'state'>,
  ): Promise<Destination[]> {
    return this.#database.withLock(['users'], async (transaction) => {
      const added: Destination[] = []
      for (const { id, username } of accounts) {
        if (!given.ofAll) await refuseMore(transaction, id, username)
        const row = await this.#insert(transaction, id, { ...given, state: 'on' })
        if (!row) throw refuse('destination_name_taken', { username, name: given.name })
        added.push(row)
      }
      return added
    })
  }

  /** Adds the same to other accounts, unless they have one of the name. */
  async copy(one: Destination, address: string, accounts: readonly Account[]): Promise<void> {
    await this.#database.withLock(['users'], async (transaction) => {
      for (const { id } of accounts) await this.#insert(transaction, id, { ...one, address })
    })
  }

  /** @returns null when the account has one of the name */
  async #insert(
    transaction: Transaction<Tables>,
    accountId: number,
    { address, ofAll, createdBy, state, ...given }: AddedDestination,
  ): Promise<Destination | null> {
    const added = await transaction
      .insertInto('destinations')
      .values({
        accountId,
        name: given.name,
        kind: given.kind,
        target: given.target,
        secretsSealed: null,
        keepsHistory: given.keepsHistory ? 1 : 0,
        onMismatch: given.onMismatch,
        state,
        isRefilled: 0,
        entry: null,
        entryAtMs: null,
        currentAtMs: null,
        failingSinceMs: null,
        failures: 0,
        lastError: null,
        nextAtMs: 0,
        leaseOwner: null,
        leaseUntilMs: 0,
        createdAtMs: this.#now().getTime(),
        createdBy,
        ofAll: ofAll ? 1 : 0,
      })
      .onConflict((conflict) => conflict.doNothing())
      .returningAll()
      .executeTakeFirst()
    if (!added) return null
    // The place has the id, which is known only now.
    const sealed = this.#vault.seal(JSON.stringify({ address }), destinationPlace(added.id))
    await transaction
      .updateTable('destinations')
      .set({ secretsSealed: sealed })
      .where('id', '=', added.id)
      .execute()
    return toDestination(added)
  }
}

async function refuseMore(
  transaction: Transaction<Tables>,
  accountId: number,
  username: string,
): Promise<void> {
  const { count } = await transaction
    .selectFrom('destinations')
    .select((e) => e.fn.countAll<number>().as('count'))
    .where('accountId', '=', accountId)
    .where('ofAll', '=', 0)
    .executeTakeFirstOrThrow()
  if (Number(count) >= maxDestinations) {
    throw refuse('too_many_destinations', { username, max: maxDestinations })
  }
}

/** A stored row, without what nobody may see. */
export const toDestination = ({
  secretsSealed: _,
  leaseOwner: _owner,
  leaseUntilMs: _until,
  ...row
}: Selectable<DestinationsTable>): Destination => ({
  ...row,
  kind: row.kind as DestinationKind,
  keepsHistory: row.keepsHistory === 1,
  onMismatch: row.onMismatch as MismatchRule,
  state: row.state as DestinationState,
  isRefilled: row.isRefilled === 1,
  ofAll: row.ofAll === 1,
})
