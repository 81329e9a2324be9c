import { createContext, useContext } from 'react'
import { decimalOf, type ShownMetric, styleOf } from './metrics.ts'
import type { Totals } from './sums.ts'

/** Formats numbers and days. Decimals are text, so that none is rounded twice. */
export interface Formats {
  readonly locale: string
  /** The browser's time zone, in which instants are shown. */
  readonly timeZone: string
  /** A metric, rounded once to the decimals that its currency has. */
  readonly metric: (name: ShownMetric, totals: Totals) => string
  readonly figure: (name: ShownMetric, decimal: string | null) => string
  /** Short, for axes. */
  readonly short: (name: ShownMetric, value: number) => string
  readonly change: (decimal: string | null) => string
  readonly share: (decimal: string | null) => string
  readonly count: (value: number) => string
  readonly day: (day: string, style: 'axis' | 'short' | 'long') => string
  readonly instant: (instant: string) => string
  readonly range: (from: string, to: string) => string
}

/** Shown without a figure. */
export const none = '–'

const dayStyles = {
  axis: { day: 'numeric', month: 'short' },
  short: { day: 'numeric', month: 'short', year: 'numeric' },
  long: { weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' },
} as const satisfies Record<string, Intl.DateTimeFormatOptions>

export function makeFormats(locale: string, currency: string): Formats {
  const money = { style: 'currency', currency, currencyDisplay: 'narrowSymbol' } as const
  const kinds = {
    money: new Intl.NumberFormat(locale, money),
    count: new Intl.NumberFormat(locale),
    percent: new Intl.NumberFormat(locale, {
      style: 'percent',
      minimumFractionDigits: 2,
      maximumFractionDigits: 2,
    }),
  }
  const compact = { notation: 'compact', maximumFractionDigits: 1 } as const
  const shortKinds = {
    money: new Intl.NumberFormat(locale, { ...money, ...compact, minimumFractionDigits: 0 }),
    count: new Intl.NumberFormat(locale, compact),
    percent: new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 1 }),
  }
  const { maximumFractionDigits: moneyDecimals = 2 } = kinds.money.resolvedOptions()
  // Small amounts have cents even on an axis, where half a yen can be a step.
  const cents = new Intl.NumberFormat(locale, {
    ...money,
    minimumFractionDigits: moneyDecimals,
    maximumFractionDigits: Math.max(moneyDecimals, 2),
  })
  const percent = { style: 'percent', minimumFractionDigits: 1, maximumFractionDigits: 1 } as const
  const shares = new Intl.NumberFormat(locale, percent)
  const changes = new Intl.NumberFormat(locale, { ...percent, signDisplay: 'exceptZero' })
  const utc = { timeZone: 'UTC' } as const
  const days = Object.fromEntries(
    Object.entries(dayStyles).map(([style, options]) => [
      style,
      new Intl.DateTimeFormat(locale, { ...options, ...utc }),
    ]),
  ) as Record<keyof typeof dayStyles, Intl.DateTimeFormat>
  const instants = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short' })
  const dateOf = (day: string) => new Date(`${day}T00:00:00Z`)
  const written = (format: Intl.NumberFormat, decimal: string | null) =>
    decimal === null ? none : format.format(decimal as Intl.StringNumericLiteral)
  return {
    locale,
    timeZone: instants.resolvedOptions().timeZone,
    metric: (name, totals) => written(kinds[styleOf(name)], decimalOf(name, totals, moneyDecimals)),
    figure: (name, decimal) => written(kinds[styleOf(name)], decimal),
    short: (name, value) => {
      const kind = styleOf(name)
      const small = kind === 'money' && value !== 0 && Math.abs(value) < 10
      return (small ? cents : shortKinds[kind]).format(value)
    },
    change: (decimal) => written(changes, decimal),
    share: (decimal) => written(shares, decimal),
    count: (value) => kinds.count.format(value),
    day: (day, style) => days[style].format(dateOf(day)),
    instant: (instant) => instants.format(new Date(instant)),
    range: (from, to) => days.short.formatRange(dateOf(from), dateOf(to)),
  }
}

export const FormatsContext = createContext(makeFormats('en', 'USD'))

/** Formats for the account's currency and the reader's locale. */
export const useFormats = (): Formats => useContext(FormatsContext)
