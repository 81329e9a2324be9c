import type { Day } from '../values/day.ts'
import { spread, sum, toAccountMicros } from './amounts.ts'
import type { AppRevenue, MonthClose } from './month-close.ts'
import { settleMonth } from './settle-month.ts'
import { keyOf, type Restatement, type SettledMonth } from './settled-month.ts'
import type { PlacedPart, StatementLine } from './statement-line.ts'
import type { PaymentTerms } from './terms.ts'

/** What an entry changed of a month that was closed before, over the apps that statements cover. */
export interface LaterChange {
  readonly entry: number
  readonly network: string
  readonly month: Day
  readonly amountMicros: bigint
}

/** Everything that settlement is made from. */
export interface Books {
  readonly currency: string
  /** Revenue as it is reported now. */
  readonly figures: readonly AppRevenue[]
  /** In the order of their months. */
  readonly closes: readonly MonthClose[]
  /** In the order of entries. */
  readonly changes: readonly LaterChange[]
  /** In the order of days, then ids. */
  readonly lines: readonly StatementLine[]
  readonly termsOf: (network: string, month: Day) => PaymentTerms | null
  /** The apps that apps of terms were merged into since. Their revenue now is covered too. */
  readonly mergedInto: ReadonlyMap<number, number>
}

/** The keys of the apps whose revenue now a statement covers; null for all. */
export const coveredNow = (
  terms: Pick<PaymentTerms, 'apps'> | null,
  mergedInto: Books['mergedInto'],
): number[] | null =>
  terms?.apps ? [...terms.apps, ...terms.apps.flatMap((app) => mergedInto.get(app) ?? [])] : null

/**
 * What each network reported, billed and paid for each month. Pure: the same books always make the same table.
 *
 * @returns months with figures, lines or changes, by month, then network
 */
export function settle(books: Books): SettledMonth[] {
  const parts = placeParts(books.lines)
  const partsOf = Map.groupBy(parts, keyOf)
  const firstMonthOf = firstMonths(parts)
  const openingOf = openings(parts)
  const closed = new Map(books.closes.map((close) => [close.month, close]))
  const now = Map.groupBy(books.figures, keyOf)
  const closedFigures = books.closes.flatMap(({ figures }) => figures)
  const atClose = Map.groupBy(closedFigures, keyOf)
  const changesOf = Map.groupBy(books.changes, keyOf)
  const endings = paymentEndings(books.lines)
  const changed = [
    ...books.changes.filter(({ amountMicros }) => amountMicros !== 0n),
    ...books.closes.flatMap(({ carried }) => carried),
  ]
  const all = new Map(
    [...books.figures, ...closedFigures, ...parts, ...changed].map(
      (one) => [keyOf(one), one] as const,
    ),
  )
  const cells = [...all].map(([key, { network, month }]) => {
    const terms = books.termsOf(network, month)
    const revenueOf = (rows: readonly AppRevenue[], apps: readonly number[] | null = null) =>
      sum(rows.map(({ app, revenueMicros }) => (!apps || apps.includes(app) ? revenueMicros : 0n)))
    const rows = now.get(key) ?? []
    const covered = revenueOf(rows, coveredNow(terms, books.mergedInto))
    const closedRows = atClose.get(key)
    const closedMicros = revenueOf(closedRows ?? [], terms?.apps)
    const isClosed = closed.has(month)
    const restatedMicros = isClosed ? covered - closedMicros : 0n
    return settleMonth(
      {
        network,
        month,
        isClosed,
        reportedMicros: rows.length === 0 && !closedRows ? null : isClosed ? closedMicros : covered,
        restatedMicros,
        uncoveredMicros: revenueOf(rows) - covered,
        restatements: withRest(isClosed ? (changesOf.get(key) ?? []) : [], restatedMicros),
        parts: partsOf.get(key) ?? [],
        paymentsEnding: endings.get(key) ?? 0,
        isFollowed: month >= (firstMonthOf.get(network) ?? Number.POSITIVE_INFINITY),
        isInOpening: month <= (openingOf.get(network) ?? Number.NEGATIVE_INFINITY),
        terms,
      },
      books.currency,
    )
  })
  return cells.sort((a, b) => a.month - b.month || (a.network < b.network ? -1 : 1))
}

/** The parts of lines, with their values. */
export function placeParts(lines: readonly StatementLine[]): PlacedPart[] {
  return lines.flatMap((line) => {
    const amounts = line.parts.map(({ amountMicros }) => amountMicros)
    const values = spread(amounts, (soFar) => toAccountMicros(soFar, line.rate))
    return line.parts.map((part, place) => ({ ...part, line, valueMicros: values[place]! }))
  })
}

/** The first month of each network that a line is about. */
function firstMonths(parts: readonly PlacedPart[]): Map<string, Day> {
  const first = new Map<string, Day>()
  for (const { network, month } of parts) {
    const before = first.get(network)
    if (before === undefined || month < before) first.set(network, month)
  }
  return first
}

/** The last month of each network that an opening balance is about. */
function openings(parts: readonly PlacedPart[]): Map<string, Day> {
  const last = new Map<string, Day>()
  for (const { network, month, line } of parts) {
    const before = last.get(network)
    if (line.kind === 'opening' && (before === undefined || month > before)) {
      last.set(network, month)
    }
  }
  return last
}

/** How many payments have each network's month as the last one that they are for. */
function paymentEndings(lines: readonly StatementLine[]): Map<string, number> {
  const endings = new Map<string, number>()
  for (const { kind, parts } of lines) {
    if (kind !== 'payment') continue
    for (const [network, own] of Map.groupBy(parts, (part) => part.network)) {
      const month = own.map((part) => part.month).reduce((a, b) => (a > b ? a : b))
      const key = keyOf({ network, month })
      endings.set(key, (endings.get(key) ?? 0) + 1)
    }
  }
  return endings
}

/** One restatement for each entry, and one for what the entries do not explain. */
function withRest(
  changes: readonly LaterChange[],
  restatedMicros: bigint,
): Omit<Restatement, 'line'>[] {
  const found = changes
    .filter(({ amountMicros }) => amountMicros !== 0n)
    .map(({ entry, amountMicros }) => ({ entry, amountMicros }))
  const rest = restatedMicros - sum(found.map(({ amountMicros }) => amountMicros))
  return rest === 0n ? found : [...found, { entry: null, amountMicros: rest }]
}
