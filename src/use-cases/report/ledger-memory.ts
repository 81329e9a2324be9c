import type { FactKind } from '../../facts/fact-kind.ts'
import { figures as adFigures } from '../../facts/figures.ts'
import type {
  AccountEntry,
  FigureLedger,
  FigureScope,
  ReportedDay,
  SeenValues,
} from '../../ledger/figure-ledger.ts'
import type { MemoryBudget } from '../../limits/memory-budget.ts'
import { periodOf, periodsOf } from '../../reporting/periods.ts'
import type { FiguresAt, ReportStore } from '../../reporting/report-store.ts'
import type { Day, DaySpan } from '../../values/day.ts'
import { lastDayOfMonth } from '../../values/months.ts'

/** What is read from the ledger, and where it is remembered. */
export interface LedgerSources {
  readonly ledger: FigureLedger
  readonly figures: ReportStore
  /** For what is asked of the ledger with every report. Small, so it is there where no answers are kept. */
  readonly ledgerMemory: MemoryBudget
}

/**
 * The last entry of a state that changed what a scope has; null when there is none. Remembered: the entries
 * of a state are always the same.
 */
export async function lastEntryOf(
  { ledger, ledgerMemory }: LedgerSources,
  scope: FigureScope,
  { generation, entry }: FiguresAt,
): Promise<AccountEntry | null> {
  const shelf = ledgerMemory.shelf<{ readonly last: AccountEntry | null }>('last entry')
  const key = `${generation} ${entry} ${textOf(scope)}`
  const kept = shelf.get(key)
  if (kept) return kept.last
  const [last = null] = await ledger.entriesOf(scope, entry + 1, 1)
  shelf.set(key, { last }, bytesOf(last))
  return last
}

/** The names that figures of a scope have now. Remembered until an entry touches the account. */
export const seenValues = (sources: LedgerSources, scope: FigureScope): Promise<SeenValues> =>
  remembered(sources, scope, 'seen values', () => sources.ledger.seenValues(scope))

/** The networks of ad figures, or the sources of users; remembered as those. See `FigureLedger.networks`. */
export const networksOf = (
  sources: LedgerSources,
  scope: FigureScope,
  kind: FactKind,
): Promise<readonly string[]> =>
  remembered(sources, scope, `networks of ${kind.name}`, () => sources.ledger.networks(scope, kind))

/** See `FigureLedger.reportedDays`; remembered by month, as {@link seenValues}. */
export async function reportedDays(
  sources: LedgerSources,
  scope: FigureScope,
  days: DaySpan,
  kind: FactKind = adFigures,
): Promise<ReportedDay[]> {
  const { ledger, ledgerMemory } = sources
  const shelf = ledgerMemory.shelf<ReportedDay[]>('reported days')
  const state = await stateOf(sources, scope)
  const keyOf = (month: Day) => `${state} ${kind.name} ${month}`
  const months = periodsOf('month', days)
  const known = new Map(months.map((month) => [month, shelf.get(keyOf(month))]))
  const missing = months.filter((month) => !known.get(month))
  if (missing.length > 0) {
    const span = { firstDay: missing[0]!, lastDay: lastDayOfMonth(missing.at(-1)!) }
    const found = await ledger.reportedDays(scope, span, undefined, kind)
    // Months that are known may be of an earlier state.
    if ((await stateOf(sources, scope)) !== state) {
      return ledger.reportedDays(scope, days, undefined, kind)
    }
    const byMonth = Map.groupBy(found, ({ day }) => periodOf('month', day))
    for (const month of missing) {
      const ofMonth = byMonth.get(month) ?? []
      known.set(month, ofMonth)
      shelf.set(keyOf(month), ofMonth, bytesPerDay * (1 + ofMonth.length))
    }
  }
  return months
    .flatMap((month) => known.get(month)!)
    .filter(({ day }) => day >= days.firstDay && day <= days.lastDay)
}

/** Reads a value of the current figures once, until an entry touches the account. */
async function remembered<Value extends object>(
  sources: LedgerSources,
  scope: FigureScope,
  name: string,
  read: () => Promise<Value>,
): Promise<Value> {
  const shelf = sources.ledgerMemory.shelf<Value>(name)
  const state = await stateOf(sources, scope)
  const kept = shelf.get(state)
  if (kept) return kept
  const value = await read()
  if ((await stateOf(sources, scope)) === state) shelf.set(state, value, bytesOf(value))
  return value
}

/** Identifies what a scope has now. */
async function stateOf({ figures }: LedgerSources, scope: FigureScope): Promise<string> {
  const { generation, entry } = await figures.states.of(scope.account)
  return `${generation} ${entry} ${textOf(scope)}`
}

const textOf = ({ account, apps }: FigureScope): string => `${account}:${apps?.join(',') ?? 'all'}`

/** About what a day of a network takes in memory. */
const bytesPerDay = 150

/** About what a value takes in memory. */
const bytesOf = (value: object | null): number =>
  200 + 4 * JSON.stringify(value, (_, one) => (typeof one === 'bigint' ? `${one}` : one)).length
