import type { FactKind } from '../../facts/fact-kind.ts'
import { figures } from '../../facts/figures.ts'
import { factKinds } from '../../facts/kinds.ts'
import { type LabelName, labelNames } from '../../facts/label-names.ts'
import {
  type AccountEntry,
  type ChangedDay,
  type ChangePosition,
  type FigureLedger,
  type FigureScope,
  type LastChange,
  type LastChangeRange,
  type LedgerEntries,
  type LedgerEntry,
  type LedgerEntryWithChanges,
  maxSeenNames,
  type NetworkDayChange,
  type NewestDay,
  type ReportedDay,
  type SecondaryReport,
  type SeenValues,
  type SliceChange,
  type TouchedApp,
} from '../../ledger/figure-ledger.ts'
import type { LabelKind } from '../../ledger/journal.ts'
import { compareUtf8 } from '../../values/compare-utf8.ts'
import type { Day, DaySpan } from '../../values/day.ts'
import { toExact } from '../../values/exact-integer.ts'
import * as changeQueries from './change-queries.ts'
import {
  accountsOf,
  byAccount,
  type EntryFacts,
  lastZone,
  ownersOf,
  shownChanges,
  toAccountChanges,
  toAccountEntry,
  toChangedSlices,
  toPosition,
  toSpan,
  toTotals,
  whole,
} from './ledger-rows.ts'
import type { CompiledQuery } from './parameter-list.ts'
import * as sliceQueries from './slice-queries.ts'
import { sourcesBefore } from './sources-before.ts'
import type { SqlDialect } from './sql-dialect.ts'

/** The store that a ledger reads from. */
export interface LedgerSource {
  readonly entries: LedgerEntries
  /** As {@link FigureLedger} tells them. */
  identity(): Promise<string>
  generation(): Promise<number>
  /** The dialect for the rows that are visible now, or were after a committed entry. */
  dialect(entry?: number): Promise<SqlDialect>
  /**
   * @returns each row as a list of values: numbers, lists of numbers and nulls; whole numbers of 64
   *   bits as `bigint` or decimal text
   */
  rows(query: CompiledQuery): Promise<unknown[][]>
}

/** The highest id that engines accept. No entry has it. */
const maxEntryId = 2 ** 32 - 1

/** Reads the history of the figures from an SQL engine. */
export class SqlFigureLedger implements FigureLedger {
  readonly #source: LedgerSource
  /** The facts of entries that were read before, by id. */
  readonly #facts = new Map<number, EntryFacts>()

  constructor(source: LedgerSource) {
    this.#source = source
  }

  identity(): Promise<string> {
    return this.#source.identity()
  }

  generation(): Promise<number> {
    return this.#source.generation()
  }

  async entries(before: number | null, limit: number): Promise<LedgerEntryWithChanges[]> {
    const source = this.#source
    const entries = await source.entries.newest(Math.min(before ?? maxEntryId, maxEntryId), limit)
    if (entries.length === 0) return []
    const [newest, oldest] = [entries[0]!.id, entries.at(-1)!.id]
    const rows = await source.rows(
      changeQueries.changesByAccount(await source.dialect(), oldest, newest),
    )
    const changes = toAccountChanges(rows, await source.entries.secondaryReports())
    return entries.map((entry) => ({
      ...entry,
      changes: shownChanges(entry, changes.get(entry.id)?.values() ?? []).sort(byAccount),
    }))
  }

  async entriesOf(
    scope: FigureScope,
    before: number | null,
    limit: number,
  ): Promise<AccountEntry[]> {
    const source = this.#source
    const dialect = await source.dialect()
    const below = before !== null && before < maxEntryId ? before : null
    const newest = await source.rows(changeQueries.newestEntries(dialect, scope, below, limit))
    const ids = newest.map(([entry]) => Number(entry))
    if (ids.length === 0) return []
    const changes = await source.rows(
      changeQueries.changesByEntry(dialect, scope, ids.at(-1)!, ids[0]!),
    )
    const named = await source.rows(
      changeQueries.networksByEntry(dialect, scope, ids.at(-1)!, ids[0]!),
    )
    const { names } = dialect.labels.of(scope.account).setOf('network')
    const networksOf = Map.groupBy(named, ([entry]) => Number(entry))
    const own = accountsOf(scope.account, await source.entries.secondaryReports())
    const others = await source.rows(changeQueries.entriesOfOthers(dialect, own, scope.apps, ids))
    const shared = new Set(others.map(([entry]) => Number(entry)))
    const entries = new Map((await source.entries.byIds(ids)).map((entry) => [entry.id, entry]))
    const changesOf = new Map(changes.map(([entry, ...changed]) => [Number(entry), changed]))
    return ids.map((id) => {
      const networks = networksOf.get(id) ?? []
      return {
        ...toAccountEntry(entries.get(id)!, changesOf.get(id)!, shared.has(id)),
        networks: networks.map(([, code]) => names[Number(code)]!).sort(compareUtf8),
        networkCount: Number(networks[0]?.[2] ?? 0),
      }
    })
  }

  async touchedBy(entry: number): Promise<TouchedApp[]> {
    const source = this.#source
    const rows = await source.rows(changeQueries.touchedApps(await source.dialect(), entry))
    const owners = ownersOf(await source.entries.secondaryReports())
    return rows.map(([account, app]) => ({
      accountId: owners.get(Number(account)) ?? Number(account),
      app: Number(app),
    }))
  }

  byIds(ids: readonly number[]): Promise<LedgerEntry[]> {
    return this.#source.entries.byIds(ids)
  }

  ofRequest(request: string): Promise<number | null> {
    return this.#source.entries.ofRequest(request)
  }

  async span(scope: FigureScope): Promise<DaySpan | null> {
    const query = sliceQueries.daySpan(await this.#source.dialect(), scope)
    return toSpan(await this.#source.rows(query))
  }

  async changes(
    scope: FigureScope,
    after: ChangePosition | null,
    limit: number,
  ): Promise<SliceChange[]> {
    const dialect = await this.#source.dialect()
    const rows = await this.#source.rows(changeQueries.sliceChanges(dialect, scope, after, limit))
    const facts = await this.#factsOf(rows.map(([entry]) => Number(entry)))
    const { names } = dialect.labels.of(scope.account).setOf('network')
    return rows.map(([entry, day, app, network, ...totals]) => ({
      position: toPosition([entry, day, app, network]),
      changedAtMs: facts.get(Number(entry))!.committedAtMs,
      network: names[Number(network)]!,
      old: toTotals(totals.slice(0, 4)),
      new: toTotals(totals.slice(4)),
    }))
  }

  async lastChanges(
    scope: FigureScope,
    range: LastChangeRange,
    limit: number,
  ): Promise<LastChange[]> {
    const dialect = await this.#source.dialect()
    const rows = await this.#source.rows(changeQueries.lastChanges(dialect, scope, range, limit))
    const facts = await this.#factsOf(rows.map(([entry]) => Number(entry)))
    const { kind = figures } = range
    const { names } = dialect.labels.of(scope.account).setOf(kind.sliceLabel as LabelKind)
    const columns = kind.mainNumbers
    return rows.map(([entry, day, app, label, isThere, ...totals]) => ({
      position: toPosition([entry, day, app, label]),
      changedAtMs: facts.get(Number(entry))!.committedAtMs,
      network: names[Number(label)]!,
      totals:
        Number(isThere) === 0
          ? null
          : Object.fromEntries(
              columns.map((column, place) => [column, toExact(whole(totals[place]))]),
            ),
    }))
  }

  async lastChangesByDay(
    scope: FigureScope,
    entry: number,
    kind: FactKind = figures,
    since = 0,
  ): Promise<ChangedDay[]> {
    const dialect = await this.#source.dialect()
    const query = changeQueries.lastChangesByDay(dialect, scope, { kind, since, entry })
    const rows = await this.#source.rows(query)
    return rows.map(([day, last]) => ({ day: Number(day) as Day, entry: Number(last) }))
  }

  async networkDayChanges(
    scope: FigureScope,
    days: DaySpan,
    limit: number,
  ): Promise<NetworkDayChange[]> {
    const source = this.#source
    const dialect = await source.dialect()
    const rows = await source.rows(changeQueries.networkDayChanges(dialect, scope, days, limit))
    const ids = [...new Set(rows.flatMap(([entry, , , before]) => [Number(entry), Number(before)]))]
    // Undos come later, so what an entry is may have changed since it was last read.
    const known = await source.entries.byIds(ids.filter((id) => id > 0))
    const entries = new Map(known.map((entry) => [entry.id, entry]))
    const sourceBefore = sourcesBefore(rows, entries)
    const { names } = dialect.labels.of(scope.account).setOf('network')
    return rows.map((row) => {
      const [entry, day, network, , ...changed] = row
      const { id, kind, committedAtMs, undoes, undoneBy, source } = entries.get(Number(entry))!
      return {
        day: Number(day) as Day,
        network: names[Number(network)]!,
        entry: { id, kind, committedAtMs, undoes, undoneBy, source },
        sourceBefore: sourceBefore(row),
        added: toChangedSlices(changed.slice(0, 3)),
        restated: toChangedSlices(changed.slice(3, 6)),
        removed: toChangedSlices(changed.slice(6)),
      }
    })
  }

  async reportedDays(
    scope: FigureScope,
    days: DaySpan,
    entry?: number,
    kind: FactKind = figures,
  ): Promise<ReportedDay[]> {
    const dialect = await this.#source.dialect(entry)
    const rows = await this.#source.rows(
      sliceQueries.reportedDaysQuery(dialect, scope, days, entry, kind),
    )
    const facts = await this.#factsOf(
      rows.flatMap(([, , , changed, imports]) => [changed as number, ...(imports as number[])]),
    )
    const { names } = dialect.labels.of(scope.account).setOf(kind.sliceLabel as LabelKind)
    return rows
      .map(([day, network, restatements, changed, imports]) => ({
        day: Number(day) as Day,
        network: names[Number(network)]!,
        restated: Number(restatements) > 0,
        lastChangeAtMs: facts.get(Number(changed))!.committedAtMs,
        dayZone: lastZone(imports as number[], facts),
      }))
      .sort((a, b) => a.day - b.day || (a.network < b.network ? -1 : 1))
  }

  async newestDays(days: DaySpan): Promise<NewestDay[]> {
    const source = this.#source
    const dialect = await source.dialect()
    const rows = await source.rows(sliceQueries.newestDays(dialect, days))
    const owners = ownersOf(await source.entries.secondaryReports())
    return rows
      .filter(([account]) => !owners.has(Number(account)))
      .map(([account, network, day]) => ({
        accountId: Number(account),
        network: dialect.labels.of(Number(account)).setOf('network').names[Number(network)]!,
        day: Number(day) as Day,
      }))
  }

  async networks(scope: FigureScope, kind: FactKind = figures): Promise<string[]> {
    const dialect = await this.#source.dialect()
    const rows = await this.#source.rows(sliceQueries.networkCodes(dialect, scope, kind))
    const { names } = dialect.labels.of(scope.account).setOf(kind.sliceLabel as LabelKind)
    return rows.map(([code]) => names[Number(code)]!).sort()
  }

  async secondaryReports(accountId: number): Promise<SecondaryReport[]> {
    const reports = await this.#source.entries.secondaryReports()
    return reports
      .filter((report) => report.accountId === accountId)
      .sort((a, b) => (a.name < b.name ? -1 : 1))
  }

  async seenValues(scope: FigureScope): Promise<SeenValues> {
    const source = this.#source
    const dialect = await source.dialect()
    const span = await source.rows(sliceQueries.daySpan(dialect, scope))
    const found = await Promise.all(
      seenLabels.map(async ([kind, label]) => {
        const rows = await source.rows(
          label === kind.sliceLabel
            ? sliceQueries.networkCodes(dialect, scope, kind)
            : sliceQueries.labelCodes(dialect, scope, kind, label, maxSeenNames + 1),
        )
        const names = dialect.labels.of(scope.account).namesOf(label)
        return { label, found: rows.map(([code]) => names[Number(code)]!) }
      }),
    )
    const all = labelNames.map((label) => {
      const names = new Set(found.flatMap((one) => (one.label === label ? one.found : [])))
      return [label, [...names]] as const
    })
    return {
      names: Object.fromEntries(
        all.map(([label, names]) => [label, names.slice(0, maxSeenNames).sort(compareUtf8)]),
      ) as unknown as SeenValues['names'],
      cut: all.flatMap(([label, names]) => (names.length > maxSeenNames ? [label] : [])),
      days: toSpan(span),
    }
  }

  /** The facts of at least these committed entries, by id. */
  async #factsOf(ids: readonly number[]): Promise<ReadonlyMap<number, EntryFacts>> {
    const unknown = new Set<number>()
    for (const id of ids) if (!this.#facts.has(id)) unknown.add(id)
    if (unknown.size > 0) {
      for (const { id, committedAtMs, dayZone } of await this.#source.entries.byIds([...unknown])) {
        this.#facts.set(id, { committedAtMs, dayZone })
      }
    }
    return this.#facts
  }
}

/** The labels whose names are listed, with their kinds. The labels of figures are listed of figures and details alone. */
const ofFigures: ReadonlySet<FactKind> = new Set<FactKind>([factKinds.figures, factKinds.details])
const seenLabels = Object.values<FactKind>(factKinds).flatMap((kind) =>
  (Object.keys(kind.labels) as LabelName[])
    .filter((label) => ofFigures.has(kind) || !Object.hasOwn(factKinds.figures.labels, label))
    .map((label) => [kind, label] as const),
)
