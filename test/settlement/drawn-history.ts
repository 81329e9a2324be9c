import fc from 'fast-check'
import type { Fraction } from './naive-amounts.ts'
import type {
  NaiveBooks,
  NaiveCause,
  NaiveLine,
  NaivePart,
  NaiveRevenue,
  NaiveStep,
  NaiveTerms,
} from './naive-books.ts'
import { daysLater, nextMonth } from './naive-expectations.ts'

// What fast-check draws has small numbers in place of names. `History` turns it into steps that are possible.

const currencies = ['USD', 'EUR', 'JPY'] as const
const months = ['2026-01', '2026-02', '2026-03', '2026-04'] as const
const apps = ['hop', 'skip', 'jump'] as const

// Most are of one network and month, so that much happens to it.
const network = fc.constantFrom('admob', 'admob', 'admob', 'unity')
const month = fc.constantFrom('2026-01', ...months)

/** Few amounts, so that some are equal, and some that need rounding. */
const micros = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom(20n, 30n, 50n, 100n).map((units) => units * 1_000_000n) },
  { weight: 2, arbitrary: fc.bigInt(1n, 20_000n).map((cents) => cents * 10_000n) },
  { weight: 1, arbitrary: fc.bigInt(1n, 300_000_000n) },
)

const sometimesNegative = fc.oneof(
  { weight: 4, arbitrary: micros },
  { weight: 1, arbitrary: micros.map((amount) => -amount) },
)

const rate = fc.constantFrom<Fraction>(
  [92n, 100n],
  [100_000n, 108_371n],
  [67n, 10_000n],
  [150n, 1n],
  [1n, 3n],
)

const figures = fc.record({
  kind: fc.constant('figures' as const),
  rows: fc.array(
    fc.record({ network, month, app: fc.constantFrom(...apps), micros: sometimesNegative }),
    { minLength: 1, maxLength: 4 },
  ),
})

const deletion = fc.record({
  kind: fc.constant('deletion' as const),
  app: fc.constantFrom(...apps),
  /** Only of this network when not null. */
  network: fc.option(network, { nil: null }),
})

const merge = fc.record({
  kind: fc.constant('merge' as const),
  app: fc.constantFrom(...apps),
  into: fc.constantFrom(...apps),
})

/** Other parts are made from what is restated or open. */
const part = fc.record({ network, month, isDrawn: fc.boolean(), micros: sometimesNegative })

type DrawnPart = typeof part extends fc.Arbitrary<infer Drawn> ? Drawn : never

const line = fc.record({
  kind: fc.constantFrom<NaiveLine['kind']>(
    ...(['earnings', 'earnings', 'earnings', 'payment', 'payment', 'payment'] as const),
    ...(['adjustment', 'adjustment', 'reversal', 'fee', 'tax', 'opening'] as const),
  ),
  parts: fc.oneof(
    { weight: 3, arbitrary: fc.tuple(part) },
    { weight: 1, arbitrary: fc.array(part, { maxLength: 3 }) },
  ),
  day: fc.nat(200),
  rate,
  currency: fc.constantFrom(...currencies),
  reason: fc.constantFrom('invalid traffic', 'other', null),
})

const statement = fc.record({
  kind: fc.constant('statement' as const),
  lines: fc.array(line, { minLength: 1, maxLength: 3 }),
})

const terms = fc.record({
  kind: fc.constant('terms' as const),
  network,
  month,
  isRemoved: fc.constantFrom(false, false, false, true),
  terms: fc.record<NaiveTerms>({
    netDays: fc.constantFrom(0, 30, 60),
    minimum: fc.constantFrom(0n, 50_000_000n, 100_000_000n),
    currency: fc.constantFrom(...currencies),
    feePpm: fc.constantFrom(0n, 25_000n, 333_333n),
    fixedFee: fc.constantFrom(0n, 0n, 5_000_000n),
    withholdingPpm: fc.constantFrom(0n, 300_000n, 150_001n),
    apps: fc.constantFrom(null, null, ['hop'], ['hop', 'jump']),
  }),
})

const which = fc.nat(20)
const choice = <Kind extends string>(kind: Kind) => fc.record({ kind: fc.constant(kind), which })
const mark = fc.record({
  kind: fc.constant('mark' as const),
  which,
  isRestated: fc.boolean(),
})
const assignment = fc.record({
  kind: fc.constant('assignment' as const),
  which,
  place: fc.record({ network, month }),
})

const action = fc.oneof(
  { weight: 6, arbitrary: figures },
  { weight: 7, arbitrary: statement },
  { weight: 3, arbitrary: terms },
  { weight: 4, arbitrary: choice('close') },
  { weight: 1, arbitrary: choice('reopen') },
  { weight: 2, arbitrary: choice('undo') },
  { weight: 1, arbitrary: deletion },
  { weight: 1, arbitrary: merge },
  { weight: 3, arbitrary: mark },
  { weight: 1, arbitrary: assignment },
  { weight: 1, arbitrary: choice('removal') },
  { weight: 2, arbitrary: choice('compaction') },
)

export type DrawnAction = typeof action extends fc.Arbitrary<infer Drawn> ? Drawn : never

/** A history of an account: its currency and what happens to it. @param without actions that do not */
export const drawHistory = (...without: readonly DrawnAction['kind'][]) =>
  fc.record({
    currency: fc.constantFrom(...currencies),
    actions: fc.array(
      action.filter(({ kind }) => !without.includes(kind)),
      { minLength: 1, maxLength: 20, size: 'max' },
    ),
    days: fc.array(fc.nat(500), { minLength: 2, maxLength: 2 }),
    rates: fc.record({
      USD: fc.option(rate, { nil: undefined }),
      EUR: fc.option(rate, { nil: undefined }),
      JPY: fc.option(rate, { nil: undefined }),
    }),
  })

/** A day of the drawn months or after. Few of them, so that payments are due on some. */
export const dayOf = (drawn: number): string =>
  daysLater('2026-01-30', drawn < 250 ? 30 * Math.round(drawn / 30) + (drawn % 3) : drawn)

type Of<Kind extends DrawnAction['kind']> = Extract<DrawnAction, { readonly kind: Kind }>

/** Turns what was drawn into steps that an account can take, one after another. */
export class History {
  readonly #books: NaiveBooks
  /** The revenue that each ledger entry gives to slices; null for no figures. */
  readonly #entries: { readonly says: ReadonlyMap<string, bigint | null>; isUndone: boolean }[] = []
  #lastLine = 0
  readonly #imports: number[][] = []

  /** @param books a model that has taken all steps before */
  constructor(books: NaiveBooks) {
    this.#books = books
  }

  /** @returns null when the account cannot do this now */
  toStep(drawn: DrawnAction): NaiveStep | null {
    if (drawn.kind === 'figures') return this.#import(drawn)
    if (drawn.kind === 'deletion') return this.#delete(drawn)
    if (drawn.kind === 'merge') return this.#merge(drawn)
    if (drawn.kind === 'undo') return this.#undo(drawn.which)
    if (drawn.kind === 'statement') return this.#statement(drawn)
    if (drawn.kind === 'terms') return this.#setTerms(drawn)
    if (drawn.kind === 'close') return this.#close(drawn.which)
    if (drawn.kind === 'reopen') {
      const last = this.#lastClosed
      return last === null ? null : { kind: 'reopened', month: last }
    }
    if (drawn.kind === 'mark') return this.#mark(drawn)
    if (drawn.kind === 'assignment') return this.#assign(drawn)
    if (drawn.kind === 'removal') return this.#remove(drawn.which)
    return { kind: 'compacted', entry: Math.max(0, this.#entries.length - (drawn.which % 3)) }
  }

  get #lastClosed(): string | null {
    return this.#books.closes.at(-1)?.month ?? null
  }

  #current(): Map<string, bigint> {
    const current = new Map<string, bigint>()
    for (const { says, isUndone } of this.#entries) {
      if (isUndone) continue
      for (const [slice, micros] of says) {
        if (micros === null) current.delete(slice)
        else current.set(slice, micros)
      }
    }
    return current
  }

  #addEntry(cause: NaiveCause, says: ReadonlyMap<string, bigint | null>): NaiveStep {
    this.#entries.push({ says, isUndone: false })
    return { kind: 'entry', entry: this.#entries.length, cause, figures: rowsOf(this.#current()) }
  }

  #import({ rows }: Of<'figures'>): NaiveStep {
    const says = new Map(
      rows.map((row) => [`${row.network} ${row.month} ${row.app}`, row.micros] as const),
    )
    return this.#addEntry({ kind: 'import', rows: rowsOf(says) }, says)
  }

  #slicesOf(app: string, network: string | null): string[] {
    const isFound = (slice: string) =>
      slice.endsWith(` ${app}`) && (network === null || slice.startsWith(`${network} `))
    return [...this.#current().keys()].filter(isFound)
  }

  #delete({ app, network }: Of<'deletion'>): NaiveStep | null {
    const slices = this.#slicesOf(app, network)
    if (slices.length === 0) return null
    return this.#addEntry(
      { kind: 'deletion', app, network },
      new Map(slices.map((slice) => [slice, null])),
    )
  }

  #merge({ app, into }: Of<'merge'>): NaiveStep | null {
    if (app === into) return null
    const current = this.#current()
    const says = new Map<string, bigint | null>()
    for (const slice of this.#slicesOf(app, null)) {
      const target = slice.replace(/\S+$/, into)
      says.set(target, (current.get(target) ?? 0n) + current.get(slice)!)
      says.set(slice, null)
    }
    return this.#addEntry({ kind: 'merge', app, into }, says)
  }

  #undo(which: number): NaiveStep | null {
    const left = this.#entries.filter(({ says, isUndone }) => says.size > 0 && !isUndone)
    const undone = left[which % Math.max(1, left.length)]
    if (!undone) return null
    undone.isUndone = true
    const entry = this.#entries.indexOf(undone) + 1
    return this.#addEntry({ kind: 'undo', entry }, new Map())
  }

  /** The first month that is closed is one of the first, later ones follow. */
  #close(which: number): NaiveStep | null {
    const last = this.#lastClosed
    const month = last === null ? months[which % 2]! : nextMonth(last)
    return month > months.at(-1)! ? null : { kind: 'closed', month }
  }

  /** Terms of closed months do not change. */
  #setTerms({ network, month, isRemoved, terms }: Of<'terms'>): NaiveStep | null {
    const last = this.#lastClosed
    const from = last !== null && month <= last ? nextMonth(last) : month
    if (isRemoved && !this.#books.hasTerms(network, from)) return null
    return { kind: 'terms', network, from, terms: isRemoved ? null : terms }
  }

  #statement({ lines }: Of<'statement'>): NaiveStep {
    const added: NaiveLine[] = []
    for (const drawn of lines) {
      const { kind, reason, rate } = drawn
      const all = drawn.parts.map((one, nth) => this.#toPart(kind, one, nth))
      const [first] = all
      const currency = (first && this.#currencyOf(first, added)) ?? drawn.currency
      const isOwn = currency === this.#books.currency
      added.push({
        id: ++this.#lastLine,
        kind,
        currency,
        day: daysLater('2026-01-31', drawn.day),
        reason: kind === 'adjustment' ? reason : null,
        rate: isOwn ? [1n, 1n] : rate,
        parts: all.filter((one) => (this.#currencyOf(one, added) ?? currency) === currency),
      })
    }
    this.#imports.push(added.map(({ id }) => id))
    return { kind: 'imported', lines: added }
  }

  /** Lines of a network's month are in one currency. */
  #currencyOf(place: Omit<NaivePart, 'micros'>, added: readonly NaiveLine[]): string | undefined {
    const found = [...this.#books.lines, ...added].find(({ parts }) =>
      parts.some((one) => one.network === place.network && one.month === place.month),
    )
    return found?.currency ?? this.#books.termsOf(place.network, place.month)?.currency
  }

  /** Adjustments take the amount of a restatement, and other lines what is open, where there is one. */
  #toPart(
    kind: NaiveLine['kind'],
    { network, month, isDrawn, micros }: DrawnPart,
    nth: number,
  ): NaivePart {
    const isPositive = kind === 'payment' || kind === 'reversal'
    const drawn = { network, month, micros: isPositive && micros < 0n ? -micros : micros }
    if (kind === 'adjustment') {
      const found = this.#books.table().findLast(({ restatements }) => restatements.length > 0)
      const isAll = micros % 3n === 0n
      const restated = isAll ? found?.restated : found?.restatements.at(-1)?.micros
      if (isDrawn || !found || !restated) return { ...drawn, micros: -micros }
      return { network: found.network, month: found.month, micros: restated + (micros % 5n) }
    }
    const open = this.#books
      .table()
      .filter((one) => one.network === network && (one.openInCurrency ?? 0n) > 0n)
    if (isDrawn || kind !== 'payment' || open.length === 0) return drawn
    const one = open[nth % open.length]!
    return { network, month: one.month, micros: one.openInCurrency! }
  }

  #mark({ which, isRestated }: Of<'mark'>): NaiveStep | null {
    const found = this.#books.openLines.filter(({ kind }) => kind === 'adjustment')
    const line = found[which % Math.max(1, found.length)]
    return line ? { kind: 'marked', line: line.id, isRestated } : null
  }

  /** Gives all of a line to one month, or the first half to it and the rest to where it was. */
  #assign({ which, place }: Of<'assignment'>): NaiveStep | null {
    const found = this.#books.openLines
    const line = found[which % Math.max(1, found.length)]
    if (!line || (this.#currencyOf(place, []) ?? line.currency) !== line.currency) return null
    const [first, ...rest] = line.parts
    if (!first) return null
    return { kind: 'assigned', line: line.id, parts: [{ ...first, ...place }, ...rest] }
  }

  #remove(which: number): NaiveStep | null {
    const open = new Set(this.#books.openLines.map(({ id }) => id))
    const found = this.#imports.filter((ids) => ids.every((id) => open.has(id)))
    const lines = found[which % Math.max(1, found.length)]
    return lines && lines.length > 0 ? { kind: 'removed', lines } : null
  }
}

const rowsOf = (slices: ReadonlyMap<string, bigint>): NaiveRevenue[] =>
  [...slices].map(([slice, micros]) => {
    const [network, month, app] = slice.split(' ') as [string, string, string]
    return { network, month, app, micros }
  })
