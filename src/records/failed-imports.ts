import type { Selectable } from 'kysely'
import type { FailedImport, StoredFailure } from '../ledger/failed-imports.ts'
import type { RelationalDatabase } from './relational-database.ts'
import type { FailedImportsTable } from './tables/import-tables.ts'

const maxKept = 1_000
/** Of one account, so that no publisher's failures displace all others. */
const maxKeptOfAccount = 100

/** Stores refused imports, so that people who wait for the figures see the reason. */
export class FailedImports {
  readonly #database: RelationalDatabase

  constructor(database: RelationalDatabase) {
    this.#database = database
  }

  /** Stores a failed import. Only the latest 1,000 are kept, and 100 of an account. */
  async record({ files, settings, why, ...failed }: FailedImport): Promise<void> {
    const { id } = await this.#database.writes
      .insertInto('failedImports')
      .values({
        ...failed,
        files: JSON.stringify(files),
        settings: JSON.stringify(settings),
        message: typeof why === 'string' ? why : '',
        refusal: typeof why === 'string' ? null : JSON.stringify(why),
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    await this.#database.writes
      .deleteFrom('failedImports')
      .where('id', '<=', id - maxKept)
      .execute()
    if (failed.accountId === null) return
    const beyond = this.#database.writes
      .selectFrom('failedImports')
      .select('id')
      .where('accountId', '=', failed.accountId)
      .orderBy('id', 'desc')
      .limit(1)
      .offset(maxKeptOfAccount)
    await this.#database.writes
      .deleteFrom('failedImports')
      .where('accountId', '=', failed.accountId)
      .where('id', '<=', beyond)
      .execute()
  }

  /** The failed imports of an account, latest first. */
  async ofAccount(accountId: number, limit: number): Promise<StoredFailure[]> {
    const found = this.#newest(limit).where('accountId', '=', accountId)
    return (await found.execute()).map(toFailure)
  }

  /** The failed imports of all accounts and of unknown ones, latest first. */
  async newest(limit: number): Promise<StoredFailure[]> {
    return (await this.#newest(limit).execute()).map(toFailure)
  }

  async byId(id: number): Promise<StoredFailure | null> {
    const [row] = await this.#newest(1).where('id', '=', id).execute()
    return row ? toFailure(row) : null
  }

  async remove(ids: readonly number[]): Promise<void> {
    if (ids.length === 0) return
    await this.#database.writes
      .deleteFrom('failedImports')
      .where('id', 'in', [...ids])
      .execute()
  }

  #newest(limit: number) {
    return this.#database.reads
      .selectFrom('failedImports')
      .selectAll()
      .orderBy('id', 'desc')
      .limit(limit)
  }
}

const toFailure = (row: Selectable<FailedImportsTable>): StoredFailure => {
  const { files, settings, message, refusal, ...failure } = row
  return {
    ...failure,
    files: JSON.parse(files),
    settings: settings === null ? {} : JSON.parse(settings),
    why: refusal === null ? message : JSON.parse(refusal),
  }
}
