import type { Kysely, Selectable } from 'kysely'
import type { SavedView } from '../publishers/saved-view.ts'
import type {
  SavedViewRecords,
  SavedViewStore,
  ViewChange,
} from '../publishers/saved-view-store.ts'
import type { RelationalDatabase } from './relational-database.ts'
import type { Tables } from './tables/tables.ts'
import type { SavedViewsTable } from './tables/user-tables.ts'

/** Stores saved views in the relational store, within a transaction or not. */
class RelationalSavedViewRecords implements SavedViewRecords {
  readonly #reads: Kysely<Tables>
  readonly #writes: Kysely<Tables>

  constructor(reads: Kysely<Tables>, writes: Kysely<Tables>) {
    this.#reads = reads
    this.#writes = writes
  }

  async ofUser(accountId: number, userId: number): Promise<SavedView[]> {
    const rows = await this.#ofAccount(accountId).where('userId', '=', userId).execute()
    return rows.map(toView)
  }

  async sharedIn(accountId: number): Promise<SavedView[]> {
    const rows = await this.#ofAccount(accountId).where('isShared', '=', 1).execute()
    return rows.map(toView)
  }

  async insert(view: Omit<SavedView, 'id'>): Promise<SavedView> {
    const row = await this.#writes
      .insertInto('savedViews')
      .values({
        accountId: view.accountId,
        userId: view.userId,
        savedBy: view.savedBy,
        name: view.name,
        address: view.address,
        isShared: Number(view.isShared),
        savedAtMs: view.savedAtMs,
      })
      .returningAll()
      .executeTakeFirstOrThrow()
    return toView(row)
  }

  async change(id: number, { name, address, isShared }: ViewChange): Promise<void> {
    const changed = {
      ...(name !== undefined && { name }),
      ...(address !== undefined && { address }),
      ...(isShared !== undefined && { isShared: Number(isShared) }),
    }
    if (Object.keys(changed).length === 0) return
    await this.#writes.updateTable('savedViews').set(changed).where('id', '=', id).execute()
  }

  async remove(id: number): Promise<void> {
    await this.#writes.deleteFrom('savedViews').where('id', '=', id).execute()
  }

  #ofAccount(accountId: number) {
    return this.#reads
      .selectFrom('savedViews')
      .selectAll()
      .where('accountId', '=', accountId)
      .orderBy('name')
      .orderBy('id')
  }
}

/** Stores saved views in the relational store. */
export class RelationalSavedViewStore extends RelationalSavedViewRecords implements SavedViewStore {
  readonly #database: RelationalDatabase

  constructor(database: RelationalDatabase) {
    super(database.reads, database.writes)
    this.#database = database
  }

  exclusively<Result>(work: (views: SavedViewRecords) => Promise<Result>): Promise<Result> {
    return this.#database.withLock(['users'], (transaction) =>
      work(new RelationalSavedViewRecords(transaction, transaction)),
    )
  }
}

const toView = (row: Selectable<SavedViewsTable>): SavedView => ({
  id: row.id,
  accountId: row.accountId,
  userId: row.userId,
  savedBy: row.savedBy,
  name: row.name,
  address: row.address,
  isShared: row.isShared === 1,
  savedAtMs: row.savedAtMs,
})
