import type { AppMonth, FigureStates, FiguresAt } from '../../reporting/report-store.ts'
import { changedMonths, toAppMonths } from '../sql/changed-months.ts'
import type { DuckdbDatabase } from './database.ts'
import { duckdbDialect } from './duckdb-dialect.ts'
import { readRows } from './read-rows.ts'

/** The states of the figures in a DuckDB file. */
export class DuckdbFigureStates implements FigureStates {
  readonly #database: DuckdbDatabase

  constructor(database: DuckdbDatabase) {
    this.#database = database
  }

  async version(): Promise<string> {
    return this.#database.version
  }

  async of(account: number): Promise<FiguresAt> {
    return this.#database.stateAfter(this.#database.lastEntryOf(account))!
  }

  async changedSince(account: number, entry: number): Promise<readonly AppMonth[] | null> {
    const last = this.#database.lastEntryOf(account)
    if (last === entry) return []
    if (last < entry) return null
    const dialect = duckdbDialect(this.#database.labels, () => last)
    return toAppMonths(await readRows(this.#database, changedMonths(dialect, account, entry)))
  }

  async asOf(timeMs: number | null): Promise<FiguresAt> {
    const database = this.#database
    const last = database.nextEntry - 1
    return database.stateAfter(timeMs === null ? last : database.entryAt(timeMs))!
  }

  async after(entry: number): Promise<FiguresAt | null> {
    return this.#database.stateAfter(entry)
  }

  async probe(): Promise<void> {
    // No account has this id, but row groups are looked at.
    await readRows(this.#database, {
      text: `SELECT (SELECT count(*) FROM figures WHERE account = 0),
        (SELECT count(*) FROM slices WHERE account = 0)`,
      parameters: [],
    })
  }
}
