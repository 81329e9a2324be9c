import { type JournalAccount, journalAccounts } from '../../src/settlement/journal.ts'
import { type Fraction, roundedPart, sizeOf, unitOf } from './naive-amounts.ts'

/** Revenue of a network's app in a month. Months are texts such as `2026-03`, apps are names, amounts are micros. */
export interface NaiveRevenue {
  readonly network: string
  readonly month: string
  readonly app: string
  readonly micros: bigint
}

export interface NaivePart {
  readonly network: string
  readonly month: string
  readonly micros: bigint
}

export interface NaiveLine {
  readonly id: number
  readonly kind: 'opening' | 'earnings' | 'adjustment' | 'fee' | 'tax' | 'payment' | 'reversal'
  readonly currency: string
  /** Such as `2026-03-31`. */
  readonly day: string
  readonly reason: string | null
  /** What one unit is worth in the account's currency. */
  readonly rate: Fraction
  readonly parts: readonly NaivePart[]
}

export interface NaiveTerms {
  readonly netDays: number
  readonly minimum: bigint
  readonly currency: string
  readonly feePpm: bigint
  readonly fixedFee: bigint
  readonly withholdingPpm: bigint
  /** Null for all. */
  readonly apps: readonly string[] | null
}

/** What makes a ledger entry. */
export type NaiveCause =
  | { readonly kind: 'import'; readonly rows: readonly NaiveRevenue[] }
  | { readonly kind: 'deletion'; readonly app: string; readonly network: string | null }
  | { readonly kind: 'merge'; readonly app: string; readonly into: string }
  | { readonly kind: 'undo'; readonly entry: number }

/** Something that happens to an account's money. */
export type NaiveStep =
  /** All figures after a ledger entry. */
  | {
      readonly kind: 'entry'
      readonly entry: number
      readonly cause: NaiveCause
      readonly figures: readonly NaiveRevenue[]
    }
  /** Which entries changed what is not stored any more, up to this one. */
  | { readonly kind: 'compacted'; readonly entry: number }
  | { readonly kind: 'closed' | 'reopened'; readonly month: string }
  | { readonly kind: 'imported'; readonly lines: readonly NaiveLine[] }
  | { readonly kind: 'removed'; readonly lines: readonly number[] }
  | { readonly kind: 'assigned'; readonly line: number; readonly parts: readonly NaivePart[] }
  | { readonly kind: 'marked'; readonly line: number; readonly isRestated: boolean }
  /** Null removes those that were set from this month on. */
  | {
      readonly kind: 'terms'
      readonly network: string
      readonly from: string
      readonly terms: NaiveTerms | null
    }

/** A change of a closed month, of an entry; null for changes whose entries are not stored any more. */
export interface NaiveChange {
  readonly network: string
  readonly month: string
  readonly entry: number | null
  readonly micros: bigint
}

/** A network's month. Amounts are micros of the account's currency. */
export interface NaiveRow {
  readonly network: string
  readonly month: string
  readonly isClosed: boolean
  readonly reported: bigint | null
  readonly restated: bigint
  readonly restatements: readonly {
    readonly entry: number | null
    readonly micros: bigint
    readonly line: number | null
  }[]
  readonly uncovered: bigint
  readonly billed: bigint | null
  readonly unexplained: bigint | null
  readonly deducted: bigint
  readonly deductions: readonly { readonly reason: string | null; readonly micros: bigint }[]
  readonly fees: bigint
  readonly tax: bigint
  readonly exchange: bigint | null
  readonly paid: bigint | null
  readonly open: bigint | null
  readonly currency: string
  readonly openInCurrency: bigint | null
  /** Whether an opening balance is of this month or a later one. */
  readonly isInOpening: boolean
}

/** What the accounts of a network's journal have, in micros: above 0 for a debit. */
export type NaiveBalances = Readonly<Record<JournalAccount, bigint>>

/** A close and what it booked. */
export interface NaiveClose {
  readonly month: string
  readonly figures: readonly NaiveRevenue[]
  readonly carried: readonly NaiveChange[]
  /** By network, of all that this close and those before it booked. */
  readonly balances: ReadonlyMap<string, NaiveBalances>
}

/** A change of a closed month since its close. */
interface Change {
  readonly network: string
  readonly month: string
  readonly entry: number
  readonly micros: bigint
  /** The month whose close booked it. */
  bookedIn: string | null
}

interface ValuedPart extends NaivePart {
  readonly line: NaiveLine
  readonly value: bigint
}

/**
 * An account's books, kept as a person would: a list of what happened, a list of changes of closed months that are
 * crossed off when a close books them, and sums over lists.
 */
export class NaiveBooks {
  readonly currency: string
  #figures: readonly NaiveRevenue[] = []
  #compacted = 0
  #closes: NaiveClose[] = []
  #changes: Change[] = []
  #lines: NaiveLine[] = []
  #terms: { readonly network: string; readonly from: string; readonly terms: NaiveTerms }[] = []
  readonly #restated = new Map<number, boolean>()
  /** The months whose closes booked lines. */
  readonly #bookedIn = new Map<number, string>()

  constructor(currency: string) {
    this.currency = currency
  }

  get figures(): readonly NaiveRevenue[] {
    return this.#figures
  }

  get closes(): readonly NaiveClose[] {
    return this.#closes
  }

  /** In the order of days, then ids. */
  get lines(): readonly NaiveLine[] {
    return this.#lines.toSorted((a, b) => (a.day === b.day ? a.id - b.id : a.day < b.day ? -1 : 1))
  }

  /** Lines that no close has booked; only these can change. */
  get openLines(): readonly NaiveLine[] {
    return this.lines.filter(({ id }) => !this.#bookedIn.has(id))
  }

  take(step: NaiveStep): void {
    if (step.kind === 'entry') this.#addEntry(step.entry, step.figures)
    if (step.kind === 'compacted') this.#compacted = Math.max(this.#compacted, step.entry)
    if (step.kind === 'closed') this.#close(step.month)
    if (step.kind === 'reopened') this.#reopen(step.month)
    if (step.kind === 'imported') this.#lines.push(...step.lines)
    if (step.kind === 'removed') {
      this.#lines = this.#lines.filter(({ id }) => !step.lines.includes(id))
    }
    if (step.kind === 'assigned') {
      const { line, parts } = step
      this.#lines = this.#lines.map((one) => (one.id === line ? { ...one, parts } : one))
    }
    if (step.kind === 'marked') this.#restated.set(step.line, step.isRestated)
    if (step.kind === 'terms') {
      const { network, from, terms } = step
      this.#terms = this.#terms.filter((one) => one.network !== network || one.from !== from)
      if (terms) this.#terms.push({ network, from, terms })
    }
  }

  /** The terms of a month: those that were set for it or, of months before, for the last one. */
  termsOf(network: string, month: string): NaiveTerms | null {
    let found: { readonly from: string; readonly terms: NaiveTerms } | null = null
    for (const one of this.#terms) {
      if (one.network !== network || one.from > month) continue
      if (!found || one.from > found.from) found = one
    }
    return found?.terms ?? null
  }

  /** Whether terms were set for this month. */
  hasTerms(network: string, from: string): boolean {
    return this.#terms.some((one) => one.network === network && one.from === from)
  }

  #isCovered({ network, month, app }: NaiveRevenue): boolean {
    return this.termsOf(network, month)?.apps?.includes(app) ?? true
  }

  #covered(figures: readonly NaiveRevenue[], network: string, month: string): bigint {
    let total = 0n
    for (const one of figures) {
      if (one.network === network && one.month === month && this.#isCovered(one)) {
        total += one.micros
      }
    }
    return total
  }

  #addEntry(entry: number, figures: readonly NaiveRevenue[]): void {
    const before = this.#figures
    this.#figures = figures
    for (const { month } of this.#closes) {
      const both = [...before, ...figures].filter((one) => one.month === month)
      for (const network of new Set(both.map((one) => one.network))) {
        const micros =
          this.#covered(figures, network, month) - this.#covered(before, network, month)
        if (micros !== 0n) this.#changes.push({ network, month, entry, micros, bookedIn: null })
      }
    }
  }

  #close(month: string): void {
    const carried = this.unbooked()
    for (const change of this.#changes) change.bookedIn ??= month
    const figures = this.#figures.filter((one) => one.month === month)
    const close = { month, figures, carried, balances: new Map() }
    this.#closes.push(close)
    for (const { id, day, parts } of this.#lines) {
      const isBooked = parts.length > 0 && day.slice(0, 7) <= month
      if (isBooked && !this.#bookedIn.has(id)) this.#bookedIn.set(id, month)
    }
    const all = this.#lines
    this.#lines = all.filter(({ id }) => this.#bookedIn.has(id))
    this.#closes.splice(-1, 1, { ...close, balances: this.#balances() })
    this.#lines = all
  }

  /** What the journal of all lines has. */
  #balances(): Map<string, NaiveBalances> {
    const found = new Map<string, Record<JournalAccount, bigint>>()
    for (const { network, month } of this.#places()) {
      const nothing = Object.fromEntries(journalAccounts.map((account) => [account, 0n]))
      const own = found.get(network) ?? (nothing as Record<JournalAccount, bigint>)
      found.set(network, own)
      const { row, taken } = this.#row(network, month)
      const revenue = row.isClosed ? (row.reported ?? 0n) + row.restated : 0n
      own.revenue -= revenue
      own[row.isInOpening ? 'opening' : 'accrued'] += revenue - taken.billed
      own.receivable += taken.receivable
      own.deductions += row.deducted
      own.fees += taken.fees
      own.tax += taken.tax
      own.bank += taken.bank
      own.exchange += taken.exchange
    }
    return found
  }

  #reopen(month: string): void {
    this.#closes = this.#closes.filter((close) => close.month !== month)
    this.#changes = this.#changes.filter((change) => change.month !== month)
    for (const change of this.#changes) if (change.bookedIn === month) change.bookedIn = null
    for (const [id, booked] of this.#bookedIn) if (booked === month) this.#bookedIn.delete(id)
  }

  /** What the next close books of months that are closed. */
  unbooked(): NaiveChange[] {
    const found: NaiveChange[] = []
    for (const { network, month } of this.#places()) {
      const own = this.#changes.filter(
        (one) => one.network === network && one.month === month && one.bookedIn === null,
      )
      found.push(...this.#told(own).map((one) => ({ ...one, network, month })))
    }
    return found
  }

  /** Changes one by one while their entries are stored, and the others as one. */
  #told(changes: readonly Change[]): Pick<NaiveChange, 'entry' | 'micros'>[] {
    const told: Pick<NaiveChange, 'entry' | 'micros'>[] = []
    let rest = 0n
    for (const { entry, micros } of changes) {
      if (entry > this.#compacted) told.push({ entry, micros })
      else rest += micros
    }
    return rest === 0n ? told : [...told, { entry: null, micros: rest }]
  }

  /** Every network and month that something is known of, by month, then network. */
  #places(): { readonly network: string; readonly month: string }[] {
    const places = new Map<string, { readonly network: string; readonly month: string }>()
    const closed = this.#closes.flatMap(({ figures, carried }) => [...figures, ...carried])
    const stored = this.#changes.filter(({ entry }) => entry > this.#compacted)
    const parts = this.#lines.flatMap((line) => line.parts)
    for (const { network, month } of [...this.#figures, ...closed, ...stored, ...parts]) {
      places.set(`${month} ${network}`, { network, month })
    }
    return [...places].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, place]) => place)
  }

  table(): NaiveRow[] {
    return this.#places().map(({ network, month }) => this.#row(network, month).row)
  }

  #row(network: string, month: string) {
    const isHere = (one: { readonly network: string; readonly month: string }) =>
      one.network === network && one.month === month
    const close = this.#closes.find((one) => one.month === month)
    const atClose = close?.figures.filter(isHere) ?? []
    const now = this.#figures.filter(isHere)
    const coveredNow = this.#covered(now, network, month)
    const coveredAtClose = this.#covered(atClose, network, month)
    const isReported = now.length > 0 || atClose.length > 0
    const reported = close ? coveredAtClose : coveredNow
    const restated = close ? coveredNow - coveredAtClose : 0n
    let all = 0n
    for (const { micros } of now) all += micros

    const values = this.#values()
    const ofNetwork = values.filter((part) => part.network === network)
    const own = ofNetwork.filter(isHere)
    const changes = this.#told(this.#changes.filter(isHere))
    const { restatements, linked } = this.#link(changes, own)
    const isOpening = own.some(({ line }) => line.kind === 'opening')
    const isBilled = isOpening || own.some(({ line }) => line.kind === 'earnings')
    const { shown, taken } = this.#settle(network, month, own, linked, isBilled)
    const months = ofNetwork.map((part) => part.month)
    const openings = ofNetwork.filter(({ line }) => line.kind === 'opening')
    const row: NaiveRow = {
      network,
      month,
      isClosed: close !== undefined,
      reported: isReported ? reported : null,
      restated,
      restatements,
      uncovered: all - coveredNow,
      unexplained:
        isReported && isBilled && !isOpening ? reported + restated - shown.billed! : null,
      ...shown,
      paid: months.some((one) => one <= month) ? shown.paid : null,
      isInOpening: openings.some((one) => one.month >= month),
    }
    return { row, taken }
  }

  /** All parts with their values: the first part takes what is right for it, the next what is right for both, less that. */
  #values(): ValuedPart[] {
    const found: ValuedPart[] = []
    for (const line of this.lines) {
      let amount = 0n
      let value = 0n
      for (const part of line.parts) {
        amount += part.micros
        const own = roundedPart(amount, ...line.rate) - value
        value += own
        found.push({ ...part, line, value: own })
      }
    }
    return found
  }

  /** Crosses off restatements that are on the statement too. */
  #link(changes: readonly Pick<NaiveChange, 'entry' | 'micros'>[], own: readonly ValuedPart[]) {
    const unit = unitOf(this.currency)
    const units = (micros: bigint) => roundedPart(micros, 1n, unit)
    const restatements = changes.map((one) => ({ ...one, line: null as number | null }))
    const linked = new Set<ValuedPart>()
    const adjustments = own.filter(({ line }) => line.kind === 'adjustment')
    const said = (part: ValuedPart) => this.#restated.get(part.line.id)
    for (const part of adjustments) if (said(part) === true) linked.add(part)
    for (const isFirst of [true, false]) {
      for (const part of adjustments) {
        if ((said(part) === true) !== isFirst || said(part) === false) continue
        const wanted = units(part.value)
        if (wanted === 0n) continue
        const left = restatements.filter(({ line }) => line === null)
        let found = left.filter(({ micros }) => units(micros) === wanted).slice(0, 1)
        if (found.length === 0) {
          let total = 0n
          for (const { micros } of left) total += micros
          if (units(total) === wanted) found = left
        }
        for (const one of found) one.line = part.line.id
        if (found.length > 0) linked.add(part)
      }
    }
    return { restatements, linked }
  }

  /** What was billed, and what was taken of it. */
  #settle(
    network: string,
    month: string,
    own: readonly ValuedPart[],
    linked: ReadonlySet<ValuedPart>,
    isBilled: boolean,
  ) {
    const terms = this.termsOf(network, month)
    const currency = own[0]?.line.currency ?? terms?.currency ?? this.currency
    const sums = { billed: 0n, deducted: 0n, fee: 0n, tax: 0n, paid: 0n }
    const values = { billed: 0n, deducted: 0n, fee: 0n, tax: 0n, paid: 0n }
    /** All amounts that were taken or added, without their signs. */
    const moved = { amount: 0n, value: 0n }
    const deductions = new Map<string | null, bigint>()
    const kinds = new Set<NaiveLine['kind']>()
    for (const part of own) {
      const { line, micros, value } = part
      kinds.add(line.kind)
      const [as, sign] = columnOf(line.kind, linked.has(part))
      sums[as] += sign * micros
      values[as] += sign * value
      if (as === 'billed') continue
      moved.amount += sizeOf(micros)
      moved.value += sizeOf(value)
      if (as === 'deducted') {
        deductions.set(line.reason, (deductions.get(line.reason) ?? 0n) - value)
      }
    }
    const base = sums.billed - sums.deducted
    const percent = (ppm: bigint) => {
      const unit = unitOf(currency)
      return base > 0n ? roundedPart(base, ppm, 1_000_000n * unit) * unit : 0n
    }
    let feeByTerms = 0n
    let taxByTerms = 0n
    if (terms && isBilled) {
      if (!kinds.has('fee')) {
        feeByTerms = percent(terms.feePpm) + terms.fixedFee * this.#paymentsEnding(network, month)
      }
      if (!kinds.has('tax')) taxByTerms = percent(terms.withholdingPpm)
    }
    /** What an amount of the bill is worth. Without a bill, lines say what they are worth. */
    const worth = (amount: bigint) => {
      if (sums.billed !== 0n) return roundedPart(values.billed, amount, sums.billed)
      return moved.amount === 0n ? 0n : roundedPart(moved.value, amount, moved.amount)
    }
    const byLines = sums.deducted + sums.fee + sums.tax + sums.paid
    const withFee = byLines + feeByTerms
    const taken = withFee + taxByTerms
    const fees = values.fee + worth(withFee) - worth(byLines)
    const tax = values.tax + worth(taken) - worth(withFee)
    // A bill of nothing is worth nothing, whatever its lines are worth.
    const bill = sums.billed === 0n ? 0n : values.billed
    const open = bill - worth(taken)
    const byLinesValue = values.deducted + values.fee + values.tax + values.paid
    const exchange = byLinesValue - worth(byLines) + bill - values.billed
    // What the terms take is booked with a payment.
    const isPaid = kinds.has('payment')
    const bookedTaken = {
      billed: values.billed,
      receivable: values.billed - worth(isPaid ? taken : byLines),
      fees: isPaid ? fees : values.fee,
      tax: isPaid ? tax : values.tax,
      bank: values.paid,
      exchange: worth(byLines) - byLinesValue,
    }
    const shown = {
      billed: isBilled ? values.billed : null,
      deducted: values.deducted,
      deductions: [...deductions].map(([reason, micros]) => ({ reason, micros })),
      fees,
      tax,
      exchange: isBilled ? exchange : null,
      paid: values.paid,
      open: isBilled ? open : null,
      currency,
      openInCurrency: isBilled ? sums.billed - taken : null,
    }
    return { shown, taken: bookedTaken }
  }

  /** Payments of a network whose last month is this one. */
  #paymentsEnding(network: string, month: string): bigint {
    let found = 0n
    for (const { kind, parts } of this.#lines) {
      const months = parts.filter((part) => part.network === network).map((part) => part.month)
      if (kind === 'payment' && months.toSorted().at(-1) === month) found += 1n
    }
    return found
  }
}

/** The column that a line belongs to, and the sign that it has there. */
function columnOf(
  kind: NaiveLine['kind'],
  isLinked: boolean,
): readonly ['billed' | 'deducted' | 'fee' | 'tax' | 'paid', bigint] {
  if (kind === 'opening' || kind === 'earnings') return ['billed', 1n]
  if (kind === 'adjustment') return isLinked ? ['billed', 1n] : ['deducted', -1n]
  if (kind === 'payment') return ['paid', 1n]
  if (kind === 'reversal') return ['paid', -1n]
  return [kind, 1n]
}
