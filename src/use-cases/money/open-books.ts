import { formatConversion, maxRateAgeDays, RateTable } from '../../currencies/conversion.ts'
import { installationOwner } from '../../currencies/daily-rate.ts'
import type { NetworkDayChange } from '../../ledger/figure-ledger.ts'
import type { Account } from '../../publishers/account.ts'
import type { Principal } from '../../publishers/principal.ts'
import type { StoredSettlement } from '../../records/settlement/settlement-store.ts'
import { toAccountMicros } from '../../settlement/amounts.ts'
import type { ExpectationRules } from '../../settlement/expect-payments.ts'
import type { AppRevenue } from '../../settlement/month-close.ts'
import { type Books, coveredNow, type LaterChange, settle } from '../../settlement/settle.ts'
import type { SettledMonth } from '../../settlement/settled-month.ts'
import { type PaymentTerms, termsFor } from '../../settlement/terms.ts'
import { usualTermsFor } from '../../settlement/usual-terms.ts'
import { addDays, type Day, type DaySpan, dayOf } from '../../values/day.ts'
import { firstDayOfMonth, lastDayOfMonth, monthsBefore } from '../../values/months.ts'
import { type DatedScope, dateScope, readAmountRows } from '../insight/read-figures.ts'
import type { Services } from '../services.ts'

/** An account's books, all read from one state of its figures and one version of its records. */
export interface OpenBooks {
  readonly account: Account
  readonly stored: StoredSettlement
  readonly books: Books
  readonly months: readonly SettledMonth[]
  readonly rules: ExpectationRules
  /** The figures that they were read from. */
  readonly scope: DatedScope
}

/** How many months are read before the first close or statement. */
const usualMonths = 12
/** Changes beyond these are shown without their imports. */
const maxChanges = 100_000

/** Reads and settles the books of an account. @param stored its records, unless they are read here */
export async function openBooks(
  services: Services,
  account: Account,
  signal: AbortSignal,
  stored?: StoredSettlement,
): Promise<OpenBooks> {
  const records = stored ?? (await services.settlement.read(account.id))
  const principal: Principal = { account, permissions: new Set(), apps: null, name: '' }
  const scope = await dateScope(services, { principal, apps: null, filters: {} })
  const today = dayOf(services.now().getTime())
  const termsOf = (network: string, month: Day): PaymentTerms | null =>
    termsFor(records.terms, usualTermsFor(account.currency), network, month)
  const mergedInto = await merges(services, records)
  const span = { firstDay: firstMonth(records, today), lastDay: today }
  const books: Books = {
    currency: account.currency,
    figures: await readMonths(services, scope, span, signal),
    closes: records.closes,
    changes: await readChanges(services, scope, records, (network, month) =>
      coveredNow(termsOf(network, month), mergedInto),
    ),
    lines: records.lines,
    termsOf,
    mergedInto,
  }
  const months = settle(books)
  const toCurrency = await converter(services, account, months, today)
  return { account, stored: records, books, months, rules: { termsOf, toCurrency, today }, scope }
}

/** The apps of terms that were merged into others. */
async function merges({ apps }: Services, { terms }: StoredSettlement) {
  const keys = await apps.keysNow([...new Set(terms.flatMap((one) => one.apps ?? []))])
  return new Map([...keys].filter(([before, now]) => before !== now))
}

function firstMonth({ closes, lines }: StoredSettlement, today: Day): Day {
  const usual = firstDayOfMonth(monthsBefore(today, usualMonths))
  const months = [
    ...closes.map(({ month }) => month),
    ...lines.flatMap(({ parts }) => parts.map(({ month }) => month)),
  ]
  return months.reduce((first, month) => (month < first ? month : first), usual)
}

/** Revenue by month, app and network. */
async function readMonths(
  services: Services,
  scope: DatedScope,
  span: DaySpan,
  signal: AbortSignal,
): Promise<AppRevenue[]> {
  const found: AppRevenue[] = []
  const asked = { dimensions: ['month', 'app', 'network'], metrics: ['revenue'] } as const
  await readAmountRows(services, scope, asked, [span], signal, ({ dimensions, amountsAt }) => {
    const { month, app, network } = dimensions
    return (row) => {
      found.push({
        network: network!.labels![network!.codes[row]!]!,
        month: month!.codes[row] as Day,
        app: app!.codes[row]!,
        revenueMicros: amountsAt(row).revenueMicros,
      })
    }
  })
  return found
}

/** What entries changed of closed months, of the apps that statements cover. */
async function readChanges(
  { ledger }: Services,
  { principal, state }: DatedScope,
  { closes, terms }: StoredSettlement,
  coveredOf: (network: string, month: Day) => readonly number[] | null,
): Promise<LaterChange[]> {
  const [first, last] = [closes[0], closes.at(-1)]
  if (!first || !last || closes.every(({ entry }) => entry >= state.entry)) return []
  const days = { firstDay: first.month, lastDay: lastDayOfMonth(last.month) }
  const entryOf = new Map(closes.map(({ month, entry }) => [month, entry]))
  const isLater = ({ day, entry }: NetworkDayChange) =>
    entry.id > (entryOf.get(firstDayOfMonth(day)) ?? entry.id) && entry.id <= state.entry
  const found: LaterChange[] = []
  const all = [null, ...terms.map(({ network, from }) => coveredOf(network, from))]
  for (const apps of new Map(all.map((apps) => [String(apps), apps])).values()) {
    const scope = { account: principal.account.id, apps }
    const changes = await ledger.networkDayChanges(scope, days, maxChanges)
    const isCovered = ({ network, month }: LaterChange) =>
      String(coveredOf(network, month)) === String(apps)
    found.push(...sumByEntry(changes.filter(isLater)).filter(isCovered))
  }
  return found.sort((a, b) => a.entry - b.entry)
}

function sumByEntry(changes: readonly NetworkDayChange[]): LaterChange[] {
  const sums = new Map<string, LaterChange>()
  for (const { day, network, entry, added, restated, removed } of changes) {
    const month = firstDayOfMonth(day)
    const key = `${entry.id} ${month} ${network}`
    const amount = added.revenueMicros + restated.revenueMicros + removed.revenueMicros
    const before = sums.get(key)?.amountMicros ?? 0n
    sums.set(key, { entry: entry.id, network, month, amountMicros: before + amount })
  }
  return [...sums.values()]
}

/** Converts amounts of the account's currency at the newest rate. */
async function converter(
  { rates }: Services,
  { id, currency }: Account,
  months: readonly SettledMonth[],
  today: Day,
): Promise<ExpectationRules['toCurrency']> {
  const currencies = [...new Set(months.map((one) => one.currency))]
  const isForeign = currencies.some((one) => one !== currency)
  const table = new RateTable(
    isForeign
      ? await rates.find({
          owners: [installationOwner, id],
          days: { firstDay: addDays(today, -maxRateAgeDays), lastDay: today },
          currencies: [...currencies, currency],
        })
      : [],
  )
  return (amountMicros, to) => {
    if (to === currency) return amountMicros
    const found = table.find(id, currency, to, today)
    return found && toAccountMicros(amountMicros, formatConversion(found))
  }
}
