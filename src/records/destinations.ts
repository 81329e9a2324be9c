import type { Selectable } from 'kysely'
import { refuse } from '../publishers/refusals.ts'
import { destinationPlace, type Vault } from '../sealing/vault.ts'
import {
  type Destination,
  type DestinationKind,
  type DestinationState,
  type MismatchRule,
  maxDestinations,
  retryAfterMs,
} from '../warehouse/destination.ts'
import type { CopyState } from '../warehouse/warehouse.ts'
import type { Accounts } from './accounts.ts'
import { Leases } from './leases.ts'
import type { RelationalDatabase } from './relational-database.ts'
import type { DestinationsTable } from './tables/destination-tables.ts'

export type NewDestination = Pick<
  Destination,
  'name' | 'kind' | 'target' | 'keepsHistory' | 'onMismatch'
> & {
  /** The address with its password, or the path of a file. */
  readonly address: string
}

/** What is changed of a destination; absent members stay. */
export interface DestinationChange {
  readonly state?: DestinationState
  readonly isRefilled?: boolean
}

/** Manages the warehouses that are kept a copy of accounts' figures. */
export class Destinations {
  readonly leases: Leases
  readonly #accounts: Accounts
  readonly #database: RelationalDatabase
  readonly #vault: Vault
  readonly #now: () => Date

  constructor(accounts: Accounts, database: RelationalDatabase, vault: Vault, now: () => Date) {
    this.leases = new Leases(database, 'destinations')
    this.#accounts = accounts
    this.#database = database
    this.#vault = vault
    this.#now = now
  }

  /** By name. @throws Refusal for an unknown account */
  async list(username: string): Promise<Destination[]> {
    const { id } = await this.#accounts.get(username)
    const rows = await this.#database.reads
      .selectFrom('destinations')
      .selectAll()
      .where('accountId', '=', id)
      .orderBy('name')
      .execute()
    return rows.map(toDestination)
  }

  /** @throws Refusal for an unknown account or destination */
  async get(username: string, name: string): Promise<Destination> {
    const found = (await this.list(username)).find((one) => one.name === name)
    if (!found) throw refuse('unknown_destination', { username, name })
    return found
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
   * @throws Refusal for an unknown account, a name that is taken, or too many destinations
   */
  async add(
    username: string,
    { address, ...given }: NewDestination,
    by: string | null,
  ): Promise<Destination> {
    const { id: accountId } = await this.#accounts.get(username)
    const row = await this.#database.withLock(['users'], async (transaction) => {
      const { count } = await transaction
        .selectFrom('destinations')
        .select((e) => e.fn.countAll<number>().as('count'))
        .where('accountId', '=', accountId)
        .executeTakeFirstOrThrow()
      if (Number(count) >= maxDestinations) {
        throw refuse('too_many_destinations', { username, max: maxDestinations })
      }
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
          state: 'on',
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
          createdBy: by,
        })
        .onConflict((conflict) => conflict.doNothing())
        .returningAll()
        .executeTakeFirst()
      if (!added) throw refuse('destination_name_taken', { username, name: given.name })
      // The place has the id, which is known only now.
      const sealed = this.#vault.seal(JSON.stringify({ address }), destinationPlace(added.id))
      await transaction
        .updateTable('destinations')
        .set({ secretsSealed: sealed })
        .where('id', '=', added.id)
        .execute()
      return added
    })
    return toDestination(row)
  }

  /** One that is turned on or filled again is tried at once. @throws Refusal for an unknown account or destination */
  async change(
    username: string,
    name: string,
    { state, isRefilled }: DestinationChange,
  ): Promise<Destination> {
    const { id } = await this.get(username, name)
    const row = await this.#database.writes
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
      .where('id', '=', id)
      .returningAll()
      .executeTakeFirst()
    if (!row) throw refuse('unknown_destination', { username, name })
    return toDestination(row)
  }

  /** Its copy stays as it is. @throws Refusal for an unknown account or destination */
  async remove(username: string, name: string): Promise<Destination> {
    const destination = await this.get(username, name)
    await this.#database.writes
      .deleteFrom('destinations')
      .where('id', '=', destination.id)
      .execute()
    return destination
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

const toDestination = ({
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
})
