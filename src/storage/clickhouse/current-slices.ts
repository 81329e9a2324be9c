import { randomUUID } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { FactKind } from '../../facts/fact-kind.ts'
import { figures } from '../../facts/figures.ts'
import type { SecondaryReport } from '../../ledger/figure-ledger.ts'
import type { JournalState } from '../../ledger/journal.ts'
import { refuse } from '../../staging/refusals.ts'
import type { Scratch } from '../../staging/scratch-database.ts'
import { isEmptyRange, rangeOf } from '../../staging/slice-range.ts'
import type { CurrentSlices, SliceRange } from '../../staging/staged-slices.ts'
import { type Day, formatDay } from '../../values/day.ts'
import { lastDate, visibleRows } from './clickhouse-dialect.ts'
import type { ClickhouseConnection } from './connection.ts'
import { asSums, type DeltaTable, deltaColumns, rowTable, sliceTable } from './journal-deltas.ts'

/** As Parquet's type for days. */
const parquetDay = 'toDate32(day) AS day'
const history = 'import_id, fingerprint, fingerprint_version, changed, restatements'

/** Longer lists of values become a range from first to last. */
const maxListed = 10_000

/** The changes of a table's rows, added up. */
const addedUp = (table: DeltaTable): string =>
  deltaColumns(table)
    .map((column) => `sum(${column}) AS ${column}`)
    .join(', ')

/** Reads slices at one state of the journal into files for a scratch. */
export class JournalSlices implements CurrentSlices {
  readonly kind: FactKind
  readonly #connection: ClickhouseConnection
  readonly #state: JournalState
  readonly #folder: string

  /** @param folder for the files; the caller removes it */
  constructor(
    connection: ClickhouseConnection,
    state: JournalState,
    folder: string,
    kind: FactKind = figures,
  ) {
    this.kind = kind
    this.#connection = connection
    this.#state = state
    this.#folder = folder
  }

  async slices(range: SliceRange): Promise<string> {
    refuseDays(range)
    const { sliceKey, tables } = this.kind
    const table = sliceTable(this.kind)
    const latest = history.split(', ').map((column) => `argMax(${column}, since) AS ${column}`)
    const rows = await this.#fetch(
      `SELECT ${this.#sliceColumns()}, sum(row_count) AS row_count, ${addedUp(table)},
        max(since) AS since, ${latest.join(', ')}
      FROM ${tables.slices} WHERE ${this.#within(range)} GROUP BY ${sliceKey} HAVING sum(sign) > 0`,
    )
    return `(SELECT ${sliceKey}, row_count, ${asSums(table)}, since, ${history} FROM ${rows})`
  }

  async endedBy(entries: readonly number[], range: SliceRange): Promise<string> {
    const { sliceKey, tables } = this.kind
    const rows = await this.#fetch(
      `SELECT ${this.#sliceColumns()}, sign, since, import_id
      FROM ${tables.slices} WHERE ${this.#within(range)}`,
    )
    return `(SELECT ${sliceKey}, import_id, until FROM (
      SELECT ${sliceKey}, import_id, sum(sign) OVER (of_slice ROWS UNBOUNDED PRECEDING) AS sign,
        lead(since) OVER of_slice AS until
      FROM ${rows} WINDOW of_slice AS (PARTITION BY ${sliceKey} ORDER BY since)
    ) WHERE sign > 0 AND until IN (${entries.join(', ')}))`
  }

  async figures(range: SliceRange): Promise<string> {
    const { rowKey, tables } = this.kind
    const table = rowTable(this.kind)
    const rows = await this.#fetch(
      `SELECT ${this.#rowColumns()}, ${addedUp(table)}
      FROM ${tables.rows} WHERE ${this.#within(range)} GROUP BY ${rowKey} HAVING sum(sign) > 0`,
    )
    return `(SELECT ${rowKey}, ${asSums(table)} FROM ${rows})`
  }

  async originals(range: SliceRange): Promise<string> {
    const { moneyNames, originalNames, tables } = this.kind
    const amounts = moneyNames.map((name, place) => `${originalNames[place]} AS ${name}`)
    const rows = await this.#fetch(
      `SELECT ${[this.#rowColumns(), 'import_id, currency, rate', ...amounts].join(', ')}
      FROM ${tables.originals} WHERE ${this.#within(range, 'import_id')}`,
    )
    return `(FROM ${rows})`
  }

  /**
   * Every version of the slices that an entry changed: the columns of {@link slices}, and the entry
   * `until` that ended the version.
   *
   * @param endedApps apps whose slices count as changed, all of them
   * @param ofAllApps also those of other apps with the same days, accounts and networks
   */
  async versionsChangedBy(
    importId: number,
    {
      endedApps,
      ofAllApps,
    }: { readonly endedApps: readonly number[]; readonly ofAllApps: boolean },
  ): Promise<string> {
    const { sliceKey, sliceLabel, tables } = this.kind
    const table = sliceTable(this.kind)
    const lists = ['day', 'account', 'app', sliceLabel].map(
      (column) => `arrayMap(value -> toUInt32(value), groupUniqArray(${column}))`,
    )
    const visible = visibleRows(this.#state).join(' AND ')
    const ended = endedApps.length === 0 ? '' : ` OR ${among('app', endedApps)}`
    const [found] = await this.#connection.rows(
      `SELECT ${lists.join(', ')} FROM ${tables.slices} WHERE (since = ${importId}${ended}) AND ${visible}`,
    )
    const [days, accounts, apps, networks] = found as [
      SliceRange['days'],
      number[],
      number[],
      number[],
    ]
    const rows = await this.#fetch(
      `SELECT ${this.#sliceColumns()}, row_count, ${deltaColumns(table).join(', ')}, since, ${history}
      FROM ${tables.slices} WHERE ${this.#within({ days, accounts, apps: ofAllApps ? null : apps, networks })}`,
    )
    // Sums have 128 bits, which would be written to Parquet as doubles.
    const added = ['row_count', ...deltaColumns(table)]
      .map((sum) => `CAST(sum(${sum}) OVER until_then AS BIGINT) AS ${sum}`)
      .join(', ')
    return `(SELECT ${sliceKey}, row_count, ${asSums(table)}, since, ${history}, until FROM (
      SELECT ${sliceKey}, ${added}, since, ${history}, lead(since) OVER of_slice AS until
      FROM ${rows}
      WINDOW of_slice AS (PARTITION BY ${sliceKey} ORDER BY since),
        until_then AS (of_slice ROWS UNBOUNDED PRECEDING)
    ) WHERE sign > 0)`
  }

  /** The changes of figures after an entry, with their entry `since`. */
  changesAfter(range: SliceRange, entry: number): Promise<string> {
    return this.#fetch(
      `SELECT ${this.#rowColumns()}, ${deltaColumns(rowTable(this.kind)).join(', ')}, since
      FROM ${this.kind.tables.rows} WHERE since > ${entry} AND ${this.#within(range)}`,
    )
  }

  /** Makes `next_figures` of the slices of secondary reports that an undo returns, which `planUndo` listed. */
  async loadRestored(scratch: Scratch, reports: readonly SecondaryReport[]): Promise<void> {
    const ids = [0, ...reports.map(({ reportId }) => reportId)]
    const restored = `(FROM next_slices WHERE account IN (${ids.join(', ')}))`
    const changes = await this.changesAfter(await rangeOf(scratch, restored, this.kind), 0)
    const { rowKey, sliceKey } = this.kind
    const table = rowTable(this.kind)
    const sums = deltaColumns(table).map((sum) => `CAST(sum(${sum}) AS BIGINT) AS ${sum}`)
    await scratch.run(`CREATE OR REPLACE TEMP TABLE next_figures AS
      SELECT ${rowKey}, ${asSums(table)} FROM (
        SELECT ${rowKey}, ${sums.join(', ')}
        FROM ${changes} JOIN (SELECT ${sliceKey}, figures_since FROM ${restored}) USING (${sliceKey})
        WHERE since <= figures_since GROUP BY ${rowKey}
      ) WHERE sign > 0`)
  }

  #sliceColumns(): string {
    return this.kind.sliceKey.replace('day', parquetDay)
  }

  #rowColumns(): string {
    return this.kind.rowKey.replace('day', parquetDay)
  }

  /** Conditions on the visible rows of a range. All values in them are numbers. */
  #within(range: SliceRange, entryColumn = 'since'): string {
    if (isEmptyRange(range)) return 'false'
    const { days, accounts, apps, networks } = range
    return [
      among('account', accounts),
      ...(apps ? [among('app', apps)] : []),
      ...(days ? [among('day', days)] : []),
      ...(networks ? [among(this.kind.sliceLabel, networks)] : []),
      ...visibleRows(this.#state, undefined, entryColumn),
    ].join(' AND ')
  }

  /**
   * Writes an answer to a file. No name is used twice, because DuckDB may answer from its copy of an
   * earlier file of the same name, and readers of several kinds share a folder.
   *
   * @returns the relation for the scratch
   */
  async #fetch(query: string): Promise<string> {
    const path = join(this.#folder, `current-${randomUUID()}.parquet`)
    await writeFile(path, await this.#connection.query(`${query}\nFORMAT Parquet`))
    return `read_parquet('${path.replaceAll("'", "''")}')`
  }
}

function among(column: string, values: readonly number[]): string {
  if (values.length <= maxListed) return `${column} IN (${values.join(', ')})`
  const first = values.reduce((a, b) => Math.min(a, b))
  const last = values.reduce((a, b) => Math.max(a, b))
  return `${column} BETWEEN ${first} AND ${last}`
}

function refuseDays({ days }: SliceRange): void {
  const tooFar = days?.find((day) => day < 0 || day > lastDate)
  if (tooFar === undefined) return
  throw refuse('day_not_storable', {
    day: formatDay(tooFar),
    firstDay: formatDay(0 as Day),
    lastDay: formatDay(lastDate),
  })
}
