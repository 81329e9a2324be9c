import { createContext, useContext } from 'react'
import { formatMicros } from '../../../src/values/decimal.ts'
import type { WireNumber } from '../api/wire.ts'
import type { Style } from './metrics.ts'

/** Formats numbers and days. Decimals are text, so that none is rounded twice. */
export interface Formats {
  readonly locale: string
  /** The browser's time zone, in which instants are shown. */
  readonly timeZone: string
  /** An amount in micros, rounded once to the decimals of its currency; {@link none} when it is unknown. */
  readonly money: (micros: WireNumber | null) => string
  /** The same with a sign, unless what is shown is zero. */
  readonly moneyChange: (micros: WireNumber | null) => string
  readonly figure: (name: 'revenue' | 'impressions', decimal: string | null) => string
  readonly change: (decimal: string | null) => string
  /** A figure of a report: exact, or a ratio that the server has rounded. */
  readonly reported: (style: Style | 'change', decimal: string | null, isExact: boolean) => string
  /** Money of one user, which the server has rounded: with two more decimals than other amounts. */
  readonly perUser: (decimal: string | null) => string
  /** Short, for axes of any metric. */
  readonly brief: (style: Style, value: number) => string
  /** Money that is about right, without cents unless it is little. @param isSigned has a plus, too */
  readonly about: (amount: number, isSigned?: boolean) => string
  /** A signed percentage of two decimals; {@link none} when it is unknown. */
  readonly drift: (ratio: number | null) => string
  readonly share: (decimal: string | null) => string
  readonly count: (value: number) => string
  readonly day: (day: string, style: keyof typeof dayStyles) => string
  readonly instant: (instant: string) => string
  readonly range: (from: string, to: string) => string
}

/** The names of weekdays that fit into a calendar: in Arabic, short ones are whole words. */
export const weekdayStyle = (locale: string): 'short' | 'narrow' =>
  locale.startsWith('ar') ? 'narrow' : 'short'

/** Shown without a figure. */
export const none = '–'

const dayStyles = {
  axis: { day: 'numeric', month: 'short' },
  short: { day: 'numeric', month: 'short', year: 'numeric' },
  month: { month: 'short', year: 'numeric' },
  wholeMonth: { month: 'long', year: 'numeric' },
  weekday: { weekday: 'long' },
  long: { weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' },
} as const satisfies Record<string, Intl.DateTimeFormatOptions>

export function makeFormats(locale: string, currency: string): Formats {
  // An amount that rounds to zero has no sign.
  const money = {
    style: 'currency',
    currency,
    currencyDisplay: 'narrowSymbol',
    signDisplay: 'negative',
  } as const
  const twoPlaces = {
    style: 'percent',
    minimumFractionDigits: 2,
    maximumFractionDigits: 2,
  } as const
  const kinds = {
    money: new Intl.NumberFormat(locale, money),
    count: new Intl.NumberFormat(locale),
    percent: new Intl.NumberFormat(locale, twoPlaces),
  }
  const drifts = new Intl.NumberFormat(locale, { ...twoPlaces, signDisplay: 'exceptZero' })
  const moneyChanges = new Intl.NumberFormat(locale, { ...money, signDisplay: 'exceptZero' })
  const compact = { notation: 'compact', maximumFractionDigits: 1 } as const
  const shortKinds = {
    money: new Intl.NumberFormat(locale, { ...money, ...compact, minimumFractionDigits: 0 }),
    count: new Intl.NumberFormat(locale, compact),
    percent: new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 1 }),
  }
  const { maximumFractionDigits: moneyDecimals = 2 } = kinds.money.resolvedOptions()
  const userPlaces = moneyDecimals + 2
  const ofUsers = new Intl.NumberFormat(locale, {
    ...money,
    minimumFractionDigits: userPlaces,
    maximumFractionDigits: userPlaces,
  })
  const ofUsersFiner = withOneMoreDigit(locale, ofUsers)
  // Small amounts have cents even on an axis, where half a yen can be a step.
  const cents = new Intl.NumberFormat(locale, {
    ...money,
    minimumFractionDigits: moneyDecimals,
    maximumFractionDigits: Math.max(moneyDecimals, 2),
  })
  const percent = { style: 'percent', minimumFractionDigits: 1, maximumFractionDigits: 1 } as const
  const shares = new Intl.NumberFormat(locale, percent)
  const changes = new Intl.NumberFormat(locale, { ...percent, signDisplay: 'exceptZero' })
  const kindsOfReports = { ...kinds, change: changes }
  const finer = Object.fromEntries(
    Object.entries(kindsOfReports).map(([kind, format]) => [
      kind,
      withOneMoreDigit(locale, format),
    ]),
  ) as Record<keyof typeof kindsOfReports, Intl.NumberFormat>
  const brief = (style: Style, value: number) => {
    const small = style === 'money' && value !== 0 && Math.abs(value) < 10
    return (small ? cents : shortKinds[style]).format(value)
  }
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
  const decimalOf = (micros: WireNumber | null) =>
    micros === null ? null : formatMicros(BigInt(micros))
  return {
    locale,
    timeZone: instants.resolvedOptions().timeZone,
    money: (micros) => written(kinds.money, decimalOf(micros)),
    moneyChange: (micros) => written(moneyChanges, decimalOf(micros)),
    figure: (name, decimal) => written(name === 'revenue' ? kinds.money : kinds.count, decimal),
    brief,
    reported: (style, decimal, isExact) => {
      const isHalf =
        !isExact && decimal !== null && isHalfway(decimal, shownPlaces(style, moneyDecimals))
      return written((isHalf ? finer : kindsOfReports)[style], decimal)
    },
    perUser: (decimal) => {
      const isHalf = decimal !== null && isHalfway(decimal, userPlaces)
      return written(isHalf ? ofUsersFiner : ofUsers, decimal)
    },
    change: (decimal) => written(changes, decimal),
    about: (amount, isSigned = false) =>
      new Intl.NumberFormat(locale, {
        ...money,
        ...(Math.abs(amount) >= wholeFrom && { maximumFractionDigits: 0 }),
        ...(isSigned && { signDisplay: 'exceptZero' }),
      }).format(amount),
    drift: (ratio) => (ratio === null ? none : drifts.format(ratio)),
    share: (decimal) => written(shares, decimal),
    count: (value) => kinds.count.format(value),
    day: (day, style) => days[style].format(dateOf(day)),
    instant: (instant) => instants.format(new Date(instant)),
    range: (from, to) => days.short.formatRange(dateOf(from), dateOf(to)),
  }
}

/** From this amount on, cents say nothing. */
const wholeFrom = 10

/** The places of the decimals that are shown; those of percentages are of fractions. */
const shownPlaces = (style: Style | 'change', moneyDecimals: number): number =>
  ({ money: moneyDecimals, count: 0, percent: 4, change: 3 })[style]

/**
 * Whether a rounded decimal lies exactly between two shown values. The value before its rounding may have
 * been on either side.
 */
const isHalfway = (decimal: string, places: number): boolean => {
  const [, fraction = ''] = decimal.split('.')
  return fraction.length === places + 1 && fraction.endsWith('5')
}

function withOneMoreDigit(locale: string, format: Intl.NumberFormat): Intl.NumberFormat {
  const { maximumFractionDigits: digits = 0, ...options } = format.resolvedOptions()
  const fraction = { minimumFractionDigits: digits + 1, maximumFractionDigits: digits + 1 }
  return new Intl.NumberFormat(locale, { ...options, ...fraction } as Intl.NumberFormatOptions)
}

export const FormatsContext = createContext(makeFormats('en', 'USD'))

/** Formats for the account's currency and the reader's locale. */
export const useFormats = (): Formats => useContext(FormatsContext)
