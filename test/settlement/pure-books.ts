import { carryChanges } from '../../src/settlement/carry-changes.ts'
import { type Expectations, expectPayments } from '../../src/settlement/expect-payments.ts'
import { bookClose, type JournalLine } from '../../src/settlement/journal.ts'
import type { AppRevenue, CarriedChange, MonthClose } from '../../src/settlement/month-close.ts'
import { type LaterChange, settle } from '../../src/settlement/settle.ts'
import type { SettledMonth } from '../../src/settlement/settled-month.ts'
import type { NewLine, StatementLine } from '../../src/settlement/statement-line.ts'
import { type DatedTerms, termsFor } from '../../src/settlement/terms.ts'
import { type Day, formatDay, parseDay } from '../../src/values/day.ts'
import { formatMonth, lastDayOfMonth, parseMonth } from '../../src/values/months.ts'
import { type Fraction, roundedPart } from './naive-amounts.ts'
import type {
  NaiveChange,
  NaiveLine,
  NaivePart,
  NaiveRevenue,
  NaiveRow,
  NaiveStep,
} from './naive-books.ts'
import type { NaiveExpectations, NaiveRates } from './naive-expectations.ts'

/** Books that are settled by the pure core, from the same steps as the model's. */
export class PureBooks {
  readonly #currency: string
  readonly #apps = new Map<string, number>()
  #figures: AppRevenue[] = []
  #entry = 0
  #closes: MonthClose[] = []
  #changes: LaterChange[] = []
  #lines: StatementLine[] = []
  #terms: DatedTerms[] = []
  /** What each close booked. */
  readonly #journals = new Map<Day, readonly JournalLine[]>()
  /** Settled since the last step. */
  #months: readonly SettledMonth[] | null = null

  constructor(currency: string) {
    this.#currency = currency
  }

  take(step: NaiveStep): void {
    if (step.kind === 'entry') this.#addEntry(step.entry, step.figures.map(this.#toRevenue))
    if (step.kind === 'compacted') {
      this.#changes = this.#changes.filter(({ entry }) => entry > step.entry)
    }
    if (step.kind === 'closed') this.#close(parseMonth(step.month)!)
    if (step.kind === 'reopened') this.#reopen(parseMonth(step.month)!)
    if (step.kind === 'imported') this.#lines.push(...step.lines.map(toLine))
    if (step.kind === 'removed') {
      this.#lines = this.#lines.filter(({ id }) => !step.lines.includes(id))
    }
    if (step.kind === 'assigned') this.#change(step.line, { parts: step.parts.map(toPart) })
    if (step.kind === 'marked') this.#change(step.line, { isRestated: step.isRestated })
    if (step.kind === 'terms') this.#setTerms(step)
    this.#lines.sort((a, b) => a.day - b.day || a.id - b.id)
    this.#months = null
  }

  get closes(): readonly MonthClose[] {
    return this.#closes
  }

  get months(): readonly SettledMonth[] {
    this.#months ??= this.#settle(this.#lines)
    return this.#months
  }

  #settle(lines: readonly StatementLine[]): SettledMonth[] {
    return settle({
      currency: this.#currency,
      figures: this.#figures,
      closes: this.#closes,
      changes: this.#changes,
      lines,
      termsOf: this.#termsOf,
      mergedInto: new Map(),
    })
  }

  get unbooked(): CarriedChange[] {
    return carryChanges(this.months, this.#closes)
  }

  /** What each close booked, by its month. */
  get journals(): ReadonlyMap<Day, readonly JournalLine[]> {
    return this.#journals
  }

  expect(today: string, rates: NaiveRates): Expectations {
    return expectPayments(this.months, {
      termsOf: this.#termsOf,
      today: parseDay(today)!,
      toCurrency: (micros, currency) => {
        if (currency === this.#currency) return micros
        const rate = rates[currency]
        return rate ? roundedPart(micros, ...rate) : null
      },
    })
  }

  #termsOf = (network: string, month: Day) => termsFor(this.#terms, new Map(), network, month)

  #keyOf = (app: string): number => {
    const key = this.#apps.get(app) ?? this.#apps.size + 1
    this.#apps.set(app, key)
    return key
  }

  #toRevenue = ({ network, month, app, micros }: NaiveRevenue): AppRevenue => ({
    network,
    month: parseMonth(month)!,
    app: this.#keyOf(app),
    revenueMicros: micros,
  })

  /** Adds what an entry changed of closed months, over the apps that statements cover. */
  #addEntry(entry: number, figures: AppRevenue[]): void {
    const amounts = new Map<string, LaterChange>()
    const add = ({ network, month, app, revenueMicros }: AppRevenue, sign: bigint) => {
      const apps = this.#termsOf(network, month)?.apps
      const isClosed = this.#closes.some((close) => close.month === month)
      if (!isClosed || (apps && !apps.includes(app))) return
      const key = `${month} ${network}`
      const amountMicros = (amounts.get(key)?.amountMicros ?? 0n) + sign * revenueMicros
      amounts.set(key, { entry, network, month, amountMicros })
    }
    for (const one of this.#figures) add(one, -1n)
    for (const one of figures) add(one, 1n)
    this.#changes.push(...amounts.values())
    this.#figures = figures
    this.#entry = entry
  }

  #close(month: Day): void {
    const carried = this.unbooked
    const figures = this.#figures.filter((one) => one.month === month)
    const about = { currency: this.#currency, entry: this.#entry, closedAtMs: 0, closedBy: null }
    this.#closes = [...this.#closes, { ...about, id: month, month, figures, carried }]
    for (const line of this.#lines) {
      const isOver = line.day <= lastDayOfMonth(month) && line.parts.length > 0
      if (line.bookedIn === null && isOver) this.#change(line.id, { bookedIn: month })
    }
    const lines = this.#lines.filter(({ bookedIn }) => bookedIn !== null)
    const before = [...this.#journals.values()].flat()
    this.#journals.set(month, bookClose(this.#closes, this.#settle(lines), lines, before))
  }

  #reopen(month: Day): void {
    this.#closes = this.#closes.filter((close) => close.month !== month)
    this.#journals.delete(month)
    this.#changes = this.#changes.filter((change) => change.month !== month)
    for (const line of this.#lines) {
      if (line.bookedIn === month) this.#change(line.id, { bookedIn: null })
    }
  }

  #change(id: number, change: Partial<StatementLine>): void {
    this.#lines = this.#lines.map((line) => (line.id === id ? { ...line, ...change } : line))
  }

  #setTerms({ network, from, terms }: Extract<NaiveStep, { kind: 'terms' }>): void {
    const day = parseMonth(from)!
    this.#terms = this.#terms.filter((one) => one.network !== network || one.from !== day)
    if (!terms) return
    this.#terms.push({
      network,
      from: day,
      netDays: terms.netDays,
      minimumMicros: terms.minimum,
      currency: terms.currency,
      feePpm: Number(terms.feePpm),
      fixedFeeMicros: terms.fixedFee,
      withholdingPpm: Number(terms.withholdingPpm),
      apps: terms.apps === null ? null : terms.apps.map(this.#keyOf),
    })
  }
}

const toPart = ({ network, month, micros }: NaivePart) => ({
  network,
  month: parseMonth(month)!,
  app: null,
  amountMicros: micros,
})

const toLine = (line: NaiveLine): StatementLine => ({
  ...toNewLine(line),
  id: line.id,
  importId: 1,
  isRestated: null,
  bookedIn: null,
})

export const toNewLine = ({ kind, currency, day, reason, rate, parts }: NaiveLine): NewLine => ({
  kind,
  network: null,
  amountMicros: parts.reduce((sum, { micros }) => sum + micros, 0n),
  currency,
  day: parseDay(day)!,
  reference: '',
  reason,
  rate: writeRate(rate, day),
  parts: parts.map(toPart),
})

/** As it is stored with a line. */
const writeRate = ([top, bottom]: Fraction, day: string): string =>
  top === bottom ? '1' : `${top}/${bottom}@${day}`

/** A month of the core in the words of the model. */
export const toNaiveRow = (one: SettledMonth): NaiveRow => ({
  network: one.network,
  month: formatMonth(one.month),
  isClosed: one.isClosed,
  isInOpening: one.isInOpening,
  reported: one.reportedMicros,
  restated: one.restatedMicros,
  restatements: one.restatements.map(({ entry, amountMicros: micros, line }) => ({
    entry,
    micros,
    line,
  })),
  uncovered: one.uncoveredMicros,
  billed: one.billedMicros,
  unexplained: one.unexplainedMicros,
  deducted: one.deductedMicros,
  deductions: one.deductions.map(({ reason, amountMicros: micros }) => ({ reason, micros })),
  fees: one.feeMicros,
  tax: one.taxMicros,
  exchange: one.exchangeMicros,
  paid: one.paidMicros,
  open: one.openMicros,
  currency: one.currency,
  openInCurrency: one.openInCurrencyMicros,
})

export const toNaiveChange = (one: CarriedChange): NaiveChange => ({
  network: one.network,
  month: formatMonth(one.month),
  entry: one.entry,
  micros: one.amountMicros,
})

export function toNaiveExpectations(found: Expectations): NaiveExpectations {
  type Months = Expectations['held'][number]['months']
  const toMonths = (months: Months) =>
    months.map(({ month, basis, amountMicros: micros }) => ({
      month: formatMonth(month),
      basis,
      micros,
    }))
  return {
    payments: found.payments.map(({ network, dueDay, amountMicros: micros, months, lateDays }) => ({
      network,
      dueDay: formatDay(dueDay),
      micros,
      months: toMonths(months),
      lateDays,
    })),
    held: found.held
      .map((held) => ({
        network: held.network,
        currency: held.currency,
        balance: held.balanceMicros,
        minimum: held.minimumMicros,
        micros: held.amountMicros,
        months: toMonths(held.months),
      }))
      .sort(byNetwork),
    withoutTerms: found.withoutTerms.toSorted(),
    withoutRates: found.withoutRates.toSorted(),
  }
}

const byNetwork = (a: { readonly network: string }, b: { readonly network: string }) =>
  a.network < b.network ? -1 : 1
