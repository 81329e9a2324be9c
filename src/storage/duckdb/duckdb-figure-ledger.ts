import type { DuckDBDateValue, DuckDBValue } from '@duckdb/node-api'
import type {
  AccountChange,
  AccountEntry,
  ChangePosition,
  FigureLedger,
  LedgerEntryWithChanges,
  ReportedDay,
  SecondaryReport,
  SliceChange,
  SliceTotals,
} from '../../ledger/figure-ledger.ts'
import type { Day, DaySpan } from '../../values/day.ts'
import { toExact } from '../../values/exact-integer.ts'
import type { DuckdbDatabase } from './database.ts'

/** Reads from a DuckDB file what happened to the figures over time. */
export class DuckdbFigureLedger implements FigureLedger {
  readonly #database: DuckdbDatabase

  constructor(database: DuckdbDatabase) {
    this.#database = database
  }

  async entries(before: number | null, limit: number): Promise<LedgerEntryWithChanges[]> {
    const rows = await this.#rows(
      `SELECT id, kind, epoch_ms(committed_at), undoes,
        (SELECT min(undo.id) FROM imports AS undo WHERE undo.undoes = imports.id),
        source, day_zone, report, files, hashes, row_count, slice_count, first_day, last_day
      FROM imports WHERE id < $1 ORDER BY id DESC LIMIT $2`,
      [before ?? 2 ** 32 - 1, limit],
    )
    const changes = await this.#accountChanges(rows.map(([id]) => Number(id)))
    return rows.map((row) => toLine(row, changes.get(Number(row[0])) ?? []))
  }

  async entriesOf(
    accountId: number,
    before: number | null,
    limit: number,
  ): Promise<AccountEntry[]> {
    const rows = await this.#rows(
      `SELECT id, kind, epoch_ms(committed_at), undoes, source, files,
        EXISTS (FROM changes AS other WHERE other.entry = id AND other.account <> $1),
        added, restated, removed, first_changed, last_changed, impressions, revenue_micros
      FROM imports JOIN (
        SELECT entry,
          count(*) FILTER (WHERE old_impressions IS NULL) AS added,
          count(*) FILTER (WHERE old_impressions IS NOT NULL AND new_impressions IS NOT NULL)
            AS restated,
          count(*) FILTER (WHERE new_impressions IS NULL) AS removed,
          min(day) AS first_changed, max(day) AS last_changed,
          sum(coalesce(new_impressions, 0)) - sum(coalesce(old_impressions, 0)) AS impressions,
          sum(coalesce(new_revenue_micros, 0)) - sum(coalesce(old_revenue_micros, 0))
            AS revenue_micros
        FROM changes WHERE account = $1 AND entry < $2
        GROUP BY entry ORDER BY entry DESC LIMIT $3
      ) ON entry = id ORDER BY id DESC`,
      [accountId, before ?? 2 ** 32 - 1, limit],
    )
    return rows.map(toAccountEntry)
  }

  async span(accountId: number): Promise<DaySpan | null> {
    const [row] = await this.#rows('SELECT min(day), max(day) FROM slices WHERE account = $1', [
      accountId,
    ])
    const [first, last] = row ?? []
    return first === null ? null : { firstDay: dayOf(first), lastDay: dayOf(last) }
  }

  async changes(
    accountId: number,
    after: ChangePosition | null,
    limit: number,
  ): Promise<SliceChange[]> {
    const { entry, day, app, networkCode } = after ?? { entry: 0, day: 0, app: 0, networkCode: 0 }
    const rows = await this.#rows(
      `SELECT entry, day, app, network, epoch_ms(committed_at),
        old_impressions, coalesce(old_clicks, 0), coalesce(old_installs, 0), old_revenue_micros,
        new_impressions, coalesce(new_clicks, 0), coalesce(new_installs, 0), new_revenue_micros
      FROM changes JOIN imports ON imports.id = entry
      WHERE account = $1 AND entry >= $2
        AND (entry, day, app, network) > ($2, DATE '1970-01-01' + CAST($3 AS INTEGER), $4, $5)
      ORDER BY entry, day, app, network LIMIT $6`,
      [accountId, entry, day, app, networkCode, limit],
    )
    return rows.map(([at, on, of, network, changedAtMs, ...totals]) => ({
      position: {
        entry: Number(at),
        day: dayOf(on),
        app: Number(of),
        networkCode: Number(network),
      },
      changedAtMs: Number(changedAtMs),
      network: this.#database.labels.network.names[Number(network)]!,
      old: toTotals(totals.slice(0, 4)),
      new: toTotals(totals.slice(4)),
    }))
  }

  async reportedDays(accountId: number, { firstDay, lastDay }: DaySpan): Promise<ReportedDay[]> {
    const rows = await this.#rows(
      `SELECT day, network, max(restatements) > 0, epoch_ms(max(changed_by.committed_at)),
        max(brought_by.day_zone)
      FROM slices JOIN imports AS changed_by ON changed_by.id = changed
      JOIN imports AS brought_by ON brought_by.id = import_id
      WHERE account = $1 AND day BETWEEN DATE '1970-01-01' + CAST($2 AS INTEGER)
        AND DATE '1970-01-01' + CAST($3 AS INTEGER)
      GROUP BY day, network`,
      [accountId, firstDay, lastDay],
    )
    return rows
      .map(([day, network, restated, lastChangeAtMs, dayZone]) => ({
        day: dayOf(day),
        network: this.#database.labels.network.names[Number(network)]!,
        restated: restated === true,
        lastChangeAtMs: Number(lastChangeAtMs),
        dayZone: String(dayZone),
      }))
      .sort((a, b) => a.day - b.day || (a.network < b.network ? -1 : 1))
  }

  async networks(accountId: number): Promise<string[]> {
    const rows = await this.#rows('SELECT DISTINCT network FROM slices WHERE account = $1', [
      accountId,
    ])
    return rows.map(([code]) => this.#database.labels.network.names[Number(code)]!).sort()
  }

  async secondaryReports(accountId: number): Promise<SecondaryReport[]> {
    const rows = await this.#rows('SELECT id, name FROM books WHERE account = $1 ORDER BY name', [
      accountId,
    ])
    return rows.map(([id, name]) => ({ reportId: Number(id), accountId, name: String(name) }))
  }

  async #accountChanges(entries: readonly number[]): Promise<Map<number, AccountChange[]>> {
    if (entries.length === 0) return new Map()
    const rows = await this.#rows(
      `SELECT entry, coalesce(books.account, changes.account) AS owner,
        sum(coalesce(new_impressions, 0)) - sum(coalesce(old_impressions, 0)),
        sum(coalesce(new_revenue_micros, 0)) - sum(coalesce(old_revenue_micros, 0))
      FROM changes LEFT JOIN books ON books.id = changes.account
      WHERE entry BETWEEN $1 AND $2 GROUP BY entry, owner ORDER BY entry, owner`,
      [Math.min(...entries), Math.max(...entries)],
    )
    const changes = new Map<number, AccountChange[]>()
    for (const [entry, accountId, impressions, revenueMicros] of rows) {
      const of = changes.get(Number(entry)) ?? []
      of.push({
        accountId: Number(accountId),
        impressions: BigInt(impressions as bigint),
        revenueMicros: BigInt(revenueMicros as bigint),
      })
      changes.set(Number(entry), of)
    }
    return changes
  }

  async #rows(query: string, values: readonly number[]): Promise<DuckDBValue[][]> {
    const connection = await this.#database.borrow()
    try {
      return (await connection.runAndReadAll(query, [...values])).getRows()
    } finally {
      this.#database.giveBack(connection)
    }
  }
}

const dayOf = (value: DuckDBValue | undefined): Day => (value as DuckDBDateValue).days as Day
const textsOf = (value: DuckDBValue | undefined): string[] =>
  (value as { items: readonly DuckDBValue[] }).items.map(String)

function toLine(
  row: readonly DuckDBValue[],
  changes: readonly AccountChange[],
): LedgerEntryWithChanges {
  const [id, kind, committedAtMs, undoes, undoneBy, source, dayZone, report] = row
  const [files, hashes, rowCount, sliceCount, firstDay, lastDay] = row.slice(8)
  return {
    id: Number(id),
    kind: kind as LedgerEntryWithChanges['kind'],
    committedAtMs: Number(committedAtMs),
    undoes: undoes === null ? null : Number(undoes),
    undoneBy: undoneBy === null ? null : Number(undoneBy),
    source: String(source),
    dayZone: String(dayZone),
    report: report as string | null,
    files: textsOf(files),
    hashes: textsOf(hashes),
    rowCount: Number(rowCount),
    sliceCount: Number(sliceCount),
    firstDay: firstDay === null ? null : dayOf(firstDay),
    lastDay: lastDay === null ? null : dayOf(lastDay),
    changes,
  }
}

function toAccountEntry(row: readonly DuckDBValue[]): AccountEntry {
  const [id, kind, committedAtMs, undoes, source, files, shared, added, restated, removed] = row
  const [firstDay, lastDay, impressions, revenueMicros] = row.slice(10)
  return {
    id: Number(id),
    kind: kind as AccountEntry['kind'],
    committedAtMs: Number(committedAtMs),
    undoes: undoes === null ? null : Number(undoes),
    source: String(source),
    files: shared === true ? null : textsOf(files),
    added: Number(added),
    restated: Number(restated),
    removed: Number(removed),
    firstDay: dayOf(firstDay),
    lastDay: dayOf(lastDay),
    impressions: BigInt(impressions as bigint),
    revenueMicros: BigInt(revenueMicros as bigint),
  }
}

/** @returns null where there were no figures */
function toTotals(values: readonly DuckDBValue[]): SliceTotals | null {
  if (values[0] === null) return null
  const [impressions, clicks, installs, revenueMicros] = values.map((value) =>
    toExact(BigInt(value as bigint)),
  )
  return {
    impressions: impressions!,
    clicks: clicks!,
    installs: installs!,
    revenueMicros: revenueMicros!,
  }
}
