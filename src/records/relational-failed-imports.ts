import type { Selectable } from 'kysely'
import type { FailedImport, FailedImports, StoredFailure } from '../ledger/failed-imports.ts'
import type { RelationalDatabase } from './relational-database.ts'
import type { FailedImportsTable } from './tables/import-tables.ts'

const maxKept = 1_000
/** Of one account, so that no publisher's failures displace all others. */
const maxKeptOfAccount = 100

/** Stores failed imports in the relational store. */
export class RelationalFailedImports implements FailedImports {
  readonly #database: RelationalDatabase

  constructor(database: RelationalDatabase) {
    this.#database = database
  }

  async record(failed: FailedImport): Promise<void> {
    const { failedAtMs, accountId, source, files, settings, why } = failed
    const { id } = await this.#database.writes
      .insertInto('failedImports')
      .values({
        failedAtMs,
        accountId,
        source,
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
    if (accountId === null) return
    const beyond = this.#database.writes
      .selectFrom('failedImports')
      .select('id')
      .where('accountId', '=', accountId)
      .orderBy('id', 'desc')
      .limit(1)
      .offset(maxKeptOfAccount)
    await this.#database.writes
      .deleteFrom('failedImports')
      .where('accountId', '=', accountId)
      .where('id', '<=', beyond)
      .execute()
  }

  async ofAccount(accountId: number, limit: number): Promise<StoredFailure[]> {
    const found = this.#newest(limit).where('accountId', '=', accountId)
    return (await found.execute()).map(toFailure)
  }

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

const toFailure = (row: Selectable<FailedImportsTable>): StoredFailure => ({
  id: row.id,
  failedAtMs: row.failedAtMs,
  accountId: row.accountId,
  source: row.source,
  files: JSON.parse(row.files) as string[],
  settings: row.settings === null ? {} : JSON.parse(row.settings),
  why: row.refusal === null ? row.message : JSON.parse(row.refusal),
})
