import type { Account } from '../publishers/account.ts'
import { refuse } from '../publishers/refusals.ts'
import { destinationPlace, type Vault } from '../sealing/vault.ts'
import {
  allAccounts,
  type Destination,
  type DestinationState,
  retryAfterMs,
} from '../warehouse/destination.ts'
import type { CopyState } from '../warehouse/warehouse.ts'
import type { Accounts } from './accounts.ts'
import { AddedDestinations, type NewDestination, toDestination } from './added-destinations.ts'
import { Leases } from './leases.ts'
import type { RelationalDatabase } from './relational-database.ts'

/** What is changed of a destination; absent members stay. */
export interface DestinationChange {
  readonly state?: DestinationState
  readonly isRefilled?: boolean
}

/** Manages the warehouses that are kept a copy of accounts' figures. */
export class Destinations {
  readonly leases: Leases
  readonly #accounts: Accounts
  readonly #adding: AddedDestinations
  readonly #database: RelationalDatabase
  readonly #vault: Vault
  readonly #now: () => Date

  constructor(accounts: Accounts, database: RelationalDatabase, vault: Vault, now: () => Date) {
    this.leases = new Leases(database, 'destinations')
    this.#accounts = accounts
    this.#adding = new AddedDestinations(database, vault, now)
    this.#database = database
    this.#vault = vault
    this.#now = now
  }

  /**
   * By name, then account.
   *
   * @param owner an account, which has those of its own; or {@link allAccounts}, with a destination for each account
   * @throws Refusal for an unknown account
   */
  async list(owner: string): Promise<Destination[]> {
    const rows = await this.#database.reads
      .selectFrom('destinations')
      .selectAll()
      .where('ofAll', '=', owner === allAccounts ? 1 : 0)
      .where(
        'accountId',
        'in',
        (await this.#accountsOf(owner)).map(({ id }) => id),
      )
      .orderBy('name')
      .orderBy('accountId')
      .execute()
    return rows.map(toDestination)
  }

  /** @returns one; of {@link allAccounts}, one for each account @throws Refusal for an unknown account or destination */
  async named(owner: string, name: string): Promise<Destination[]> {
    const found = (await this.list(owner)).filter((one) => one.name === name)
    if (found.length === 0) throw refuse('unknown_destination', { username: owner, name })
    return found
  }

  /** The destination of an account. @throws Refusal for an unknown account or destination */
  async get(username: string, name: string): Promise<Destination> {
    return (await this.named(username, name))[0]!
  }

  async #accountsOf(owner: string): Promise<Account[]> {
    return owner === allAccounts ? this.#accounts.list() : [await this.#accounts.get(owner)]
  }

  /** Those that are on, of enabled accounts, and not waiting after a failure. */
  async due(nowMs: number): Promise<Destination[]> {
    const rows = await this.#database.reads
      .selectFrom('destinations')
      .innerJoin('accounts', 'accounts.id', 'destinations.accountId')
      .selectAll('destinations')
      .where('destinations.state', '=', 'on')
      .where('destinations.nextAtMs', '<=', nowMs)
      .where('accounts.disabledAt', 'is', null)
      .orderBy('destinations.id')
      .execute()
    return rows.map(toDestination)
  }

  /** Those of enabled accounts. */
  async all(): Promise<Destination[]> {
    const rows = await this.#database.reads
      .selectFrom('destinations')
      .innerJoin('accounts', 'accounts.id', 'destinations.accountId')
      .selectAll('destinations')
      .where('accounts.disabledAt', 'is', null)
      .execute()
    return rows.map(toDestination)
  }

  /** Null for one that is gone. */
  async byId(id: number): Promise<Destination | null> {
    const row = await this.#database.reads
      .selectFrom('destinations')
      .selectAll()
      .where('id', '=', id)
      .executeTakeFirst()
    return row ? toDestination(row) : null
  }

  /** Its address with the password; null where the secret of the installation is another one. */
  async addressOf(id: number): Promise<string | null> {
    const row = await this.#database.reads
      .selectFrom('destinations')
      .select('secretsSealed')
      .where('id', '=', id)
      .executeTakeFirst()
    const opened =
      row?.secretsSealed && this.#vault.openOrNull(row.secretsSealed, destinationPlace(id))
    return opened ? JSON.parse(opened).address : null
  }

  /**
   * @param by the name of the actor; null for a command
   * @returns one; of {@link allAccounts}, one for each account
   * @throws Refusal for an unknown account, a name that is taken, or too many destinations
   */
  async add(owner: string, given: NewDestination, by: string | null): Promise<Destination[]> {
    const accounts = await this.#accountsOf(owner)
    return this.#adding.add(accounts, { ...given, ofAll: owner === allAccounts, createdBy: by })
  }

  /** Gives accounts that are new the destinations that the operator has of all accounts. */
  async spread(): Promise<void> {
    const rows = await this.#database.reads
      .selectFrom('destinations')
      .selectAll()
      .where('ofAll', '=', 1)
      .orderBy('id')
      .execute()
    if (rows.length === 0) return
    const accounts = await this.#accounts.list()
    for (const copies of Map.groupBy(rows, ({ name }) => name).values()) {
      const having = new Set(copies.map(({ accountId }) => accountId))
      const lacking = accounts.filter(({ id }) => !having.has(id))
      if (lacking.length === 0) continue
      const address = await this.addressOf(copies[0]!.id)
      if (address !== null) await this.#adding.copy(toDestination(copies[0]!), address, lacking)
    }
  }

  /**
   * One that is turned on or filled again is tried at once.
   *
   * @returns one; of {@link allAccounts}, one for each account
   * @throws Refusal for an unknown account or destination
   */
  async change(
    owner: string,
    name: string,
    { state, isRefilled }: DestinationChange,
  ): Promise<Destination[]> {
    const found = await this.named(owner, name)
    const rows = await this.#database.writes
      .updateTable('destinations')
      .set({
        ...(state && { state }),
        ...(isRefilled !== undefined && { isRefilled: isRefilled ? 1 : 0 }),
        ...(state !== 'paused' && {
          nextAtMs: 0,
          failures: 0,
          failingSinceMs: null,
          lastError: null,
        }),
      })
      .where(
        'id',
        'in',
        found.map(({ id }) => id),
      )
      .returningAll()
      .execute()
    if (rows.length === 0) throw refuse('unknown_destination', { username: owner, name })
    return rows.map(toDestination)
  }

  /** Copies stay as they are. @throws Refusal for an unknown account or destination */
  async remove(owner: string, name: string): Promise<void> {
    const found = await this.named(owner, name)
    await this.#database.writes
      .deleteFrom('destinations')
      .where(
        'id',
        'in',
        found.map(({ id }) => id),
      )
      .execute()
  }

  /** Notes what a copy has. @param isCurrent whether nothing is left to copy */
  async noteState(id: number, state: CopyState, isCurrent: boolean): Promise<void> {
    await this.#database.writes
      .updateTable('destinations')
      .set({
        entry: state.entry,
        entryAtMs: state.asOfMs,
        isRefilled: 0,
        ...(isCurrent && {
          currentAtMs: this.#now().getTime(),
          failures: 0,
          failingSinceMs: null,
          lastError: null,
        }),
      })
      .where('id', '=', id)
      .execute()
  }

  /** Notes a failure. @param refused whether nothing is tried any more until a person turns it on */
  async noteFailure(id: number, error: string, refused = false): Promise<void> {
    const found = await this.byId(id)
    if (!found) return
    const nowMs = this.#now().getTime()
    const failures = found.failures + 1
    await this.#database.writes
      .updateTable('destinations')
      .set({
        failures,
        lastError: error,
        failingSinceMs: found.failingSinceMs ?? nowMs,
        nextAtMs: nowMs + retryAfterMs(failures),
        ...(refused && { state: 'refused' }),
      })
      .where('id', '=', id)
      .execute()
  }
}
