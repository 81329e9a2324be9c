import { formatConversion, type RateTable } from '../../currencies/conversion.ts'
import type { GivenLine } from '../../settlement/given-line.ts'
import { matchLine } from '../../settlement/match-payment.ts'
import { type Books, settle } from '../../settlement/settle.ts'
import type { SettledMonth } from '../../settlement/settled-month.ts'
import type { LinePart, NewLine, StatementLine } from '../../settlement/statement-line.ts'
import { type Day, formatDay } from '../../values/day.ts'
import { formatMicros } from '../../values/decimal.ts'
import { formatMonth } from '../../values/months.ts'
import type { LineIndex } from './line-index.ts'

/** What a plan of lines is made from. */
export interface LineRules {
  readonly books: Books
  readonly accountId: number
  readonly today: Day
  readonly rates: RateTable
  /** The keys of the account's apps that the files name. */
  readonly appKeys: ReadonlyMap<string, number>
  /** The networks that lines may be about. */
  readonly networks: ReadonlySet<string>
}

/** Receives a line that is not accepted. */
export type OnFault = (line: GivenLine, column: string, value: string, accepts: string) => void

/**
 * Decides what the lines of a file are for. Lines that say their network and month come first, since payments are
 * matched with what is open then.
 *
 * @param known all lines before; the file's are added
 * @returns lines in the order of the file, with ids that only tell them apart
 */
export function planLines(
  given: readonly GivenLine[],
  known: LineIndex,
  rules: LineRules,
  onFault: OnFault,
): StatementLine[] {
  const planned = new Map<GivenLine, StatementLine>()
  const plan = (line: GivenLine, parts: readonly LinePart[]) => {
    const added: StatementLine = {
      ...toNewLine(line, parts, rules, onFault),
      id: provisionalId + known.size,
      importId: unstored,
      isRestated: null,
      bookedIn: null,
    }
    refuseFaults(line, added, known, rules, onFault)
    planned.set(line, added)
    known.add(added)
  }
  const isSaid = ({ network, month }: GivenLine) => network !== null && month !== null
  for (const line of given) if (isSaid(line)) plan(line, [wholePart(line, rules)])
  const open = new Map<string | null, readonly SettledMonth[]>()
  for (const line of given) {
    if (isSaid(line)) continue
    const months = open.get(line.network) ?? openMonths(line.network, known, rules.books)
    const sameReference = known.ofReference(line.reference)
    const matched = matchLine(line, months, sameReference, rules.books.termsOf)
    const parts = known.countedTwice({ kind: line.kind, parts: matched }) ? [] : matched
    plan(line, parts)
    open.set(line.network, months)
    for (const part of parts) open.delete(part.network)
  }
  return given.map((line) => planned.get(line)!)
}

/** Above the ids of stored lines. */
const provisionalId = 2 ** 40
/** The import of lines that are planned. */
const unstored = 0

/** The months of a network. What is open depends on its lines alone. */
const openMonths = (network: string | null, known: LineIndex, books: Books): SettledMonth[] =>
  network === null
    ? []
    : settle({ ...books, lines: known.ofNetwork(network), figures: [], closes: [], changes: [] })

const wholePart = (
  { network, month, appId, amountMicros }: GivenLine,
  { appKeys }: LineRules,
): LinePart => ({
  network: network!,
  month: month!,
  app: appId === null ? null : (appKeys.get(appId) ?? null),
  amountMicros,
})

function toNewLine(
  line: GivenLine,
  parts: readonly LinePart[],
  { books, accountId, rates }: LineRules,
  onFault: OnFault,
): NewLine {
  const { kind, network, amountMicros, currency, day, reference, reason } = line
  const isOwn = currency === books.currency
  const found = isOwn ? null : rates.find(accountId, currency, books.currency, day)
  if (!isOwn && !found) {
    const accepts = `a currency with a rate in ${books.currency} on ${formatDay(day)} or up to 7 days before. Add rates first`
    onFault(line, 'currency', currency, accepts)
  }
  const rate = found ? formatConversion(found) : '1'
  return { kind, network, amountMicros, currency, day, reference, reason, rate, parts }
}

function refuseFaults(
  given: GivenLine,
  line: StatementLine,
  known: LineIndex,
  rules: LineRules,
  onFault: OnFault,
): void {
  const { network, appId, day } = given
  if (network !== null && !rules.networks.has(network)) {
    onFault(given, 'network', network, 'the identifier of a network, such as admob')
  }
  if (appId !== null && !rules.appKeys.has(appId)) {
    onFault(given, 'app_id', appId, 'the app_id of an app of the account')
  }
  if (day > rules.today) {
    onFault(
      given,
      'date',
      formatDay(day),
      `a day that has begun, so ${formatDay(rules.today)} at the latest`,
    )
  }
  const same = known.same(line)
  const repeated = given.mayRepeat && same?.importId === unstored ? undefined : same
  if (repeated) onFault(given, 'row', formatMicros(line.amountMicros), notTwice(line, repeated))
  const overlapping = known.overlapping(line)
  if (overlapping && !repeated) {
    const { network, month } = line.parts[0]!
    const accepts = `a month that has no ${line.kind} of ${network} yet; ${placeOf(overlapping)} has those of ${formatMonth(month)}. Undo it first, or add the difference as an adjustment`
    onFault(given, 'period', formatMonth(month), accepts)
  }
  const twice = known.countedTwice(line)
  if (twice) onFault(given, 'period', formatMonth(line.parts[0]!.month), notContained(line, twice))
  const expected = line.parts.map((part) => currencyOf(part, known, rules)).find(Boolean)
  if (expected && expected !== line.currency) {
    const [part] = line.parts
    const accepts = `${expected}, the currency of ${part!.network}'s statements. Change its terms first if they changed`
    onFault(given, 'currency', line.currency, accepts)
  }
}

const placeOf = ({ importId }: StatementLine): string =>
  importId === unstored ? 'the same file' : `the statement import S${importId}`

const notTwice = ({ kind }: StatementLine, other: StatementLine): string =>
  `each ${kind} once; ${placeOf(other)} has the same amount, date and reference`

const notContained = ({ kind }: StatementLine, other: StatementLine): string => {
  const [{ network, month }] = other.parts as [LinePart]
  const place = `${placeOf(other)} has the ${kind === 'opening' ? other.kind : 'opening balance'} of ${network} for ${formatMonth(month)}`
  return kind === 'opening'
    ? `a month before all others of ${network}; ${place}, which this balance would count twice`
    : `a later month; ${place}, which contains this one`
}

/** The currency of a network's month: of its lines, else of its terms. */
export const currencyOf = (
  part: LinePart,
  known: LineIndex,
  { books }: Pick<LineRules, 'books'>,
): string | undefined =>
  known.ofMonth(part)[0]?.currency ?? books.termsOf(part.network, part.month)?.currency
