import type {
  AccountChange,
  AccountEntry,
  ChangePosition,
  FigureLedger,
  LedgerEntry,
  LedgerEntryWithChanges,
  ReportedDay,
  SecondaryReport,
  SliceChange,
  SliceTotals,
} from '../../ledger/figure-ledger.ts'
import type { FigureEntries, JournalState } from '../../ledger/journal.ts'
import { type Day, type DaySpan, formatDay } from '../../values/day.ts'
import { toExact } from '../../values/exact-integer.ts'
import { clampToDateRange, visibleRows } from './clickhouse-dialect.ts'
import type { ClickhouseConnection, QueryParameters } from './connection.ts'
import { LabelCache } from './label-cache.ts'

const afterAll = 2 ** 32 - 1

/** Days since 1970-01-01, as a number. */
const dayNumber = 'toUInt32(day)'
const changedBy = (column: string) =>
  `sum(ifNull(toInt128(new_${column}), 0)) - sum(ifNull(toInt128(old_${column}), 0))`
const totals = (age: 'old' | 'new') =>
  [
    `${age}_impressions`,
    `ifNull(${age}_clicks, 0)`,
    `ifNull(${age}_installs, 0)`,
    `${age}_revenue_micros`,
  ].join(', ')

/** Reads from a journal in ClickHouse, and its ledger, what happened to the figures over time. */
export class ClickhouseFigureLedger implements FigureLedger {
  readonly #connection: ClickhouseConnection
  readonly #entries: FigureEntries
  readonly #labels: LabelCache

  constructor(connection: ClickhouseConnection, entries: FigureEntries) {
    this.#connection = connection
    this.#entries = entries
    this.#labels = new LabelCache(entries)
  }

  async entries(before: number | null, limit: number): Promise<LedgerEntryWithChanges[]> {
    const lines = await this.#entries.lines(before ?? afterAll, limit)
    const changes = await this.#accountChanges(lines.map(({ id }) => id))
    return lines.map((line) => ({ ...line, changes: changes.get(line.id) ?? [] }))
  }

  async entriesOf(
    accountId: number,
    before: number | null,
    limit: number,
  ): Promise<AccountEntry[]> {
    const state = await this.#entries.state()
    const rows = await this.#rows(
      `SELECT entry, countIf(isNull(old_impressions)),
        countIf(isNotNull(old_impressions) AND isNotNull(new_impressions)),
        countIf(isNull(new_impressions)),
        min(${dayNumber}), max(${dayNumber}),
        toString(${changedBy('impressions')}), toString(${changedBy('revenue_micros')})
      FROM changes
      WHERE account = {account:UInt32} AND entry < {before:UInt32} AND ${ofEntries(state)}
      GROUP BY entry ORDER BY entry DESC LIMIT {limit:UInt32}`,
      { account: accountId, before: before ?? afterAll, limit },
    )
    const ids = rows.map(([entry]) => Number(entry))
    if (ids.length === 0) return []
    const lines = byId(await this.#entries.linesOf(ids))
    const others = await this.#rows(
      `SELECT DISTINCT entry FROM changes
      WHERE account <> {account:UInt32} AND entry IN (${ids.join(', ')})`,
      { account: accountId },
    )
    const shared = new Set(others.map(([entry]) => Number(entry)))
    return rows.map((row) => toAccountEntry(row, lines.get(Number(row[0]))!, shared))
  }

  async span(accountId: number): Promise<DaySpan | null> {
    const state = await this.#entries.state()
    const [row] = await this.#rows(
      `SELECT count(), min(on), max(on) FROM (
        SELECT ${dayNumber} AS on FROM slices WHERE account = {account:UInt32} AND ${standing(state)}
        GROUP BY on HAVING sum(sign) > 0
      )`,
      { account: accountId },
    )
    const [count, firstDay, lastDay] = row!.map(Number)
    return count === 0 ? null : { firstDay: firstDay as Day, lastDay: lastDay as Day }
  }

  async changes(
    accountId: number,
    after: ChangePosition | null,
    limit: number,
  ): Promise<SliceChange[]> {
    const state = await this.#entries.state()
    const labels = await this.#labels.at(state.last)
    const { entry, day, app, networkCode } = after ?? { entry: 0, day: 0, app: 0, networkCode: 0 }
    const rows = await this.#rows(
      `SELECT entry, ${dayNumber} AS on, app, network, ${totals('old')}, ${totals('new')}
      FROM changes
      WHERE account = {account:UInt32} AND entry >= {entry:UInt32}
        AND (entry, on, app, network) > ({entry:UInt32}, {day:UInt32}, {app:UInt32}, {network:UInt16})
        AND ${ofEntries(state)}
      ORDER BY entry, on, app, network LIMIT {limit:UInt32}`,
      { account: accountId, entry, day, app, network: networkCode, limit },
    )
    const lines = byId(await this.#entries.linesOf([...new Set(rows.map(([at]) => Number(at)))]))
    return rows.map(([at, on, of, network, ...sums]) => ({
      position: {
        entry: Number(at),
        day: Number(on) as Day,
        app: Number(of),
        networkCode: Number(network),
      },
      changedAtMs: lines.get(Number(at))!.committedAtMs,
      network: labels.network.names[Number(network)]!,
      old: toTotals(sums.slice(0, 4)),
      new: toTotals(sums.slice(4)),
    }))
  }

  async reportedDays(accountId: number, days: DaySpan): Promise<ReportedDay[]> {
    const { firstDay, lastDay } = clampToDateRange(days)
    const state = await this.#entries.state()
    const labels = await this.#labels.at(state.last)
    const rows = await this.#rows(
      `SELECT on, network, max(restated), max(changed_by), groupUniqArray(brought_by) FROM (
        SELECT ${dayNumber} AS on, network, argMax(restatements, since) AS restated,
          argMax(changed, since) AS changed_by, argMax(import_id, since) AS brought_by
        FROM slices
        WHERE account = {account:UInt32} AND day BETWEEN {first:Date} AND {last:Date}
          AND ${standing(state)}
        GROUP BY on, app, network HAVING sum(sign) > 0
      ) GROUP BY on, network`,
      { account: accountId, first: formatDay(firstDay), last: formatDay(lastDay) },
    )
    const ids = rows.flatMap(([, , , changed, brought]) => [changed, ...(brought as unknown[])])
    const lines = byId(await this.#entries.linesOf([...new Set(ids.map(Number))]))
    return rows
      .map(([day, network, restated, changed, brought]) => ({
        day: Number(day) as Day,
        network: labels.network.names[Number(network)]!,
        restated: Number(restated) > 0,
        lastChangeAtMs: lines.get(Number(changed))!.committedAtMs,
        dayZone: (brought as unknown[])
          .map((id) => lines.get(Number(id))!.dayZone)
          .reduce((a, b) => (a > b ? a : b)),
      }))
      .sort((a, b) => a.day - b.day || (a.network < b.network ? -1 : 1))
  }

  async networks(accountId: number): Promise<string[]> {
    const state = await this.#entries.state()
    const labels = await this.#labels.at(state.last)
    const rows = await this.#rows(
      `SELECT network FROM slices WHERE account = {account:UInt32} AND ${standing(state)}
      GROUP BY network HAVING sum(sign) > 0`,
      { account: accountId },
    )
    return rows.map(([code]) => labels.network.names[Number(code)]!).sort()
  }

  async secondaryReports(accountId: number): Promise<SecondaryReport[]> {
    const books = await this.#entries.books()
    return books
      .filter((book) => book.accountId === accountId)
      .sort((a, b) => (a.name < b.name ? -1 : 1))
  }

  /** What committed entries changed of each account, its secondary reports among it. */
  async #accountChanges(entries: readonly number[]): Promise<Map<number, AccountChange[]>> {
    if (entries.length === 0) return new Map()
    const books = await this.#entries.books()
    const owners = new Map(books.map(({ reportId, accountId }) => [reportId, accountId]))
    const rows = await this.#rows(
      `SELECT entry, account, toString(${changedBy('impressions')}),
        toString(${changedBy('revenue_micros')})
      FROM changes WHERE entry IN (${entries.join(', ')}) GROUP BY entry, account`,
      {},
    )
    const changes = new Map<number, AccountChange[]>()
    const byOwner = Map.groupBy(rows, ([entry, account]) => {
      const owner = owners.get(Number(account)) ?? Number(account)
      return `${entry} ${owner}`
    })
    for (const [key, parts] of byOwner) {
      const [entry, accountId] = key.split(' ').map(Number) as [number, number]
      const added = (column: number) =>
        parts.reduce((sum, part) => sum + BigInt(part[column] as string), 0n)
      const change = { accountId, impressions: added(2), revenueMicros: added(3) }
      changes.set(entry, [...(changes.get(entry) ?? []), change])
    }
    for (const list of changes.values()) list.sort((a, b) => a.accountId - b.accountId)
    return changes
  }

  #rows(query: string, parameters: QueryParameters): Promise<unknown[][]> {
    return this.#connection.rows(query, parameters)
  }
}

const standing = (state: JournalState) => visibleRows(state).join(' AND ')
const ofEntries = (state: JournalState) => visibleRows(state, undefined, 'entry').join(' AND ')

const byId = (lines: readonly LedgerEntry[]): ReadonlyMap<number, LedgerEntry> =>
  new Map(lines.map((line) => [line.id, line]))

function toAccountEntry(
  row: readonly unknown[],
  line: LedgerEntry,
  shared: ReadonlySet<number>,
): AccountEntry {
  const [, added, restated, removed, firstDay, lastDay] = row.map(Number)
  const { id, kind, committedAtMs, undoes, source, files } = line
  return {
    ...{ id, kind, committedAtMs, undoes, source },
    files: shared.has(id) ? null : files,
    ...{ added: added!, restated: restated!, removed: removed! },
    firstDay: firstDay as Day,
    lastDay: lastDay as Day,
    impressions: BigInt(row[6] as string),
    revenueMicros: BigInt(row[7] as string),
  }
}

/** @returns null where there were no figures */
function toTotals(values: readonly unknown[]): SliceTotals | null {
  if (values[0] === null) return null
  const [impressions, clicks, installs, revenueMicros] = values.map((value) =>
    toExact(BigInt(value as string)),
  )
  return {
    impressions: impressions!,
    clicks: clicks!,
    installs: installs!,
    revenueMicros: revenueMicros!,
  }
}
