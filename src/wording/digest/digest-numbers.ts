import type { Figure } from '../../use-cases/digests/digest.ts'

/** `1,234.56 USD`; with a sign where it is a change. */
export const moneyText = (value: Figure, currency: string, isChange = false): string =>
  `${(isChange ? signedMoney : plainMoney).format(decimalOf(value))} ${currency}`

export const countText = (value: Figure): string => counts.format(decimalOf(value))

/** `+3.2%`. @param ratio of a change */
export const shareText = (ratio: number): string => shares.format(ratio)

/** `Friday, 27 November 2026`, or `20 to 26 November 2026`. */
export const daysText = (first: string, last: string): string =>
  first === last ? fullDates.format(dateOf(first)) : spans.formatRange(dateOf(first), dateOf(last))

/** `27 Nov`. */
export const dateText = (date: string): string => shortDates.format(dateOf(date))

/** `November 2026`. */
export const monthText = (month: string): string => months.format(dateOf(`${month}-01`))

/** Text keeps more digits than a number has. */
const decimalOf = (value: Figure) => value as Intl.StringNumericLiteral

const dateOf = (date: string) => new Date(`${date}T00:00:00Z`)

const cents = { minimumFractionDigits: 2, maximumFractionDigits: 2 } as const
const plainMoney = new Intl.NumberFormat('en', cents)
const signedMoney = new Intl.NumberFormat('en', { ...cents, signDisplay: 'exceptZero' })
const counts = new Intl.NumberFormat('en')
const shares = new Intl.NumberFormat('en', {
  style: 'percent',
  maximumFractionDigits: 1,
  signDisplay: 'exceptZero',
})
const utc = { timeZone: 'UTC' } as const
const dayMonthYear = { day: 'numeric', month: 'long', year: 'numeric' } as const
const fullDates = new Intl.DateTimeFormat('en-GB', { ...dayMonthYear, ...utc, weekday: 'long' })
const spans = new Intl.DateTimeFormat('en-GB', { ...dayMonthYear, ...utc })
const shortDates = new Intl.DateTimeFormat('en-GB', { ...utc, day: 'numeric', month: 'short' })
const months = new Intl.DateTimeFormat('en-GB', { ...utc, month: 'long', year: 'numeric' })
