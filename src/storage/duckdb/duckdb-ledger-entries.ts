import type {
  EntrySubject,
  LedgerEntries,
  LedgerEntry,
  SecondaryReport,
} from '../../ledger/figure-ledger.ts'
import type { Day } from '../../values/day.ts'
import type { DuckdbDatabase } from './database.ts'

/** Reads ledger entries from the table `imports`. */
export class DuckdbLedgerEntries implements LedgerEntries {
  readonly #database: DuckdbDatabase

  constructor(database: DuckdbDatabase) {
    this.#database = database
  }

  newest(before: number, limit: number): Promise<LedgerEntry[]> {
    return this.#read(`WHERE id < ${before} ORDER BY id DESC LIMIT ${limit}`)
  }

  byIds(ids: readonly number[]): Promise<LedgerEntry[]> {
    return this.#read(`WHERE id IN (${[0, ...ids].join(', ')})`)
  }

  async ofRequest(request: string): Promise<number | null> {
    const found = await this.#database.withSharedConnection((connection) =>
      connection.runAndReadAll('SELECT id FROM imports WHERE request = $1', [request]),
    )
    const [id] = found.getRows()[0] ?? []
    return id === undefined ? null : Number(id)
  }

  async secondaryReports(): Promise<SecondaryReport[]> {
    return [...this.#database.reports]
  }

  revisions(): Promise<LedgerEntry[]> {
    return this.#read("WHERE kind IN ('merge', 'deletion')")
  }

  /** @param which has its numbers in its text, because the engine would plan for parameters twice */
  async #read(which: string): Promise<LedgerEntry[]> {
    const text = `SELECT id, kind, epoch_ms(committed_at), undoes, undone_by, subject, source, day_zone, report,
      files, hashes, row_count, slice_count,
      first_day - DATE '1970-01-01', last_day - DATE '1970-01-01', request
    FROM imports LEFT JOIN (
      SELECT undoes AS undone, min(id) AS undone_by FROM imports WHERE undoes IS NOT NULL GROUP BY undoes
    ) ON undone = id ${which}`
    const found = await this.#database.withSharedConnection((connection) =>
      connection.runAndReadAll(text),
    )
    return found.getRowsJS().map(toEntry)
  }
}

function toEntry(row: readonly unknown[]): LedgerEntry {
  const [id, kind, committedAtMs, undoes, undoneBy, subject, source, dayZone, report] = row
  const [files, hashes, rowCount, sliceCount, firstDay, lastDay, request] = row.slice(9)
  return {
    id: Number(id),
    kind: kind as LedgerEntry['kind'],
    committedAtMs: Number(committedAtMs),
    undoes: undoes as number | null,
    undoneBy: undoneBy as number | null,
    subject: subject === null ? null : (JSON.parse(String(subject)) as EntrySubject),
    source: String(source),
    dayZone: String(dayZone),
    report: report as string | null,
    files: files as string[],
    hashes: hashes as string[],
    rowCount: Number(rowCount),
    sliceCount: Number(sliceCount),
    firstDay: firstDay === null ? null : (Number(firstDay) as Day),
    lastDay: lastDay === null ? null : (Number(lastDay) as Day),
    request: request as string | null,
  }
}
