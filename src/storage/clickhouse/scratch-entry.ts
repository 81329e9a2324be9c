import { join } from 'node:path'
import { type DuckDBConnection, UBIGINT, UINTEGER, VARCHAR } from '@duckdb/node-api'
import type { SecondaryReport } from '../../ledger/figure-ledger.ts'
import type { FigureEntries, LabelKind, LedgerWrite, NewLabel } from '../../ledger/journal.ts'
import type { OnProgress } from '../../sources/import-progress.ts'
import type { ImportSession, StagedApp, UndoneImport } from '../../staging/figure-writer.ts'
import { DuckdbDatabase } from '../duckdb/database.ts'
import { DuckdbFigureLedger } from '../duckdb/duckdb-figure-ledger.ts'
import { StageSession } from '../duckdb/stage-session.ts'
import { undoImport } from '../duckdb/undo-import.ts'
import { Labels } from '../sql/labels.ts'
import { checkIn } from './check-in.ts'
import {
  checkOutFigures,
  checkOutStanding,
  checkOutVersions,
  type Scratch,
  stagedRange,
} from './check-out.ts'
import type { ClickhouseConnection } from './connection.ts'

export interface ScratchOptions {
  readonly connection: ClickhouseConnection
  readonly entries: FigureEntries
  readonly turn: LedgerWrite
  /** Where files may lie until the entry is closed. */
  readonly folder: string
  readonly threads: number
}

const kinds: readonly LabelKind[] = ['network', 'format', 'ad_tag']

/** One entry on its way, in a scratch database that follows the journal's state. */
export class ScratchEntry {
  readonly #options: ScratchOptions
  readonly #database: DuckdbDatabase
  /** How many names there were of each kind before the entry. */
  readonly #known: ReadonlyMap<LabelKind, number>

  private constructor(options: ScratchOptions, database: DuckdbDatabase) {
    this.#options = options
    this.#database = database
    this.#known = new Map(kinds.map((kind) => [kind, database.labels[kind].names.length]))
  }

  static async open(options: ScratchOptions): Promise<ScratchEntry> {
    const { entries, turn, folder, threads } = options
    const labels = new Labels()
    labels.add(await entries.labels(0, turn.state.last))
    const database = await DuckdbDatabase.open({
      path: ':memory:',
      threads,
      spillDirectory: join(folder, 'spill'),
      follows: { labels, entry: turn.entry - 1, committedMs: turn.lastCommittedMs },
    })
    return new ScratchEntry(options, database)
  }

  close(): void {
    this.#database.close()
  }

  /** Runs an import whose commit is that of the journal. */
  import<Result>(
    onProgress: OnProgress,
    work: (session: ImportSession) => Promise<Result>,
  ): Promise<Result> {
    return this.#database.write(async (connection) => {
      const books = await this.#bringBooks(connection)
      const session = await StageSession.begin(
        this.#database,
        connection,
        onProgress,
        async (commit, apps, entry) => {
          await this.#bringStanding(connection, apps)
          const committed = await commit()
          const brought = entry.books.filter(({ reportId }) => !books.has(reportId))
          await this.#publish(connection, brought)
          return committed
        },
      )
      return work(session)
    })
  }

  /** Withdraws an import; see the port. */
  undo(importId: number, now: Date): Promise<UndoneImport> {
    const { connection: clickhouse, turn } = this.#options
    return this.#database.write(async (connection) => {
      const scratch = this.#scratch(connection)
      await this.#bringLines(connection, importId)
      const range = await checkOutVersions(clickhouse, scratch, importId, turn.state)
      const undone = await undoImport(this.#database, connection, importId, now, () =>
        checkOutFigures(clickhouse, scratch, range, turn.state),
      )
      await this.#publish(connection, [])
      return undone
    })
  }

  #scratch(connection: DuckDBConnection): Scratch {
    return { connection, folder: this.#options.folder }
  }

  /** @returns the ids of the books there are */
  async #bringBooks(connection: DuckDBConnection): Promise<ReadonlySet<number>> {
    const books = await this.#options.entries.books()
    for (const { reportId, accountId, name } of books) {
      await connection.run('INSERT INTO books VALUES ($1, $2, $3)', [reportId, accountId, name])
    }
    return new Set(books.map(({ reportId }) => reportId))
  }

  async #bringStanding(connection: DuckDBConnection, apps: readonly StagedApp[]): Promise<void> {
    const { connection: clickhouse, turn } = this.#options
    const range = await stagedRange(connection, apps, this.#database.labels)
    await checkOutStanding(clickhouse, this.#scratch(connection), range, turn.state)
  }

  /** What an undo asks the ledger: the import's line, and what is withdrawn already. */
  async #bringLines(connection: DuckDBConnection, importId: number): Promise<void> {
    const { entries } = this.#options
    const undos = await entries.undos()
    const own = undos.some(({ id }) => id === importId) ? [] : await entries.linesOf([importId])
    for (const line of [...own, ...undos]) {
      await connection.run(
        `INSERT INTO imports
        SELECT $1, $2, $3, epoch_ms(0), $4, $5, $6, [], [], 0, $7, NULL, NULL`,
        [
          ...[line.id, line.kind, line.undoes, line.source, line.dayZone, line.report],
          BigInt(line.sliceCount),
        ],
        [UINTEGER, VARCHAR, UINTEGER, VARCHAR, VARCHAR, VARCHAR, UBIGINT],
      )
    }
  }

  /** Ships what the scratch's last commit changed, and has it stand. */
  async #publish(connection: DuckDBConnection, books: readonly SecondaryReport[]): Promise<void> {
    const { connection: clickhouse, turn } = this.#options
    turn.ship()
    await checkIn(clickhouse, this.#scratch(connection), turn.entry)
    const [line] = await new DuckdbFigureLedger(this.#database).entries(null, 1)
    await turn.commit(line!, this.#newLabels(), books)
  }

  #newLabels(): NewLabel[] {
    return kinds.flatMap((kind) => {
      const known = this.#known.get(kind)!
      return this.#database.labels[kind].names
        .slice(known)
        .map((name, index) => ({ kind, code: known + index, name }))
    })
  }
}
