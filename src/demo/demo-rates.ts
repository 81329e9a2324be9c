import { addDays, type Day, type DaySpan, formatDay } from '../values/day.ts'
import { between, mix } from './noise.ts'

/** The usual worth of one unit of a currency in US dollars. */
const usually = { USD: 1, EUR: 1.08, GBP: 1.27, JPY: 0.0067 } as const

/** The currencies that a demo account may have. */
export const demoCurrencies = Object.keys(usually) as readonly (keyof typeof usually)[]
export type DemoCurrency = (typeof demoCurrencies)[number]

const weekDays = 7
/** Day 0 was a Thursday. */
const isWeekend = (day: number) => [2, 3].includes(day % weekDays)

/**
 * Invented rates of a currency as a file in Adtally's own format: none on weekends, as banks publish none, and some
 * before the first day.
 */
export function* demoRates(currency: DemoCurrency, { firstDay, lastDay }: DaySpan) {
  yield 'day,currency,rate,base\n'
  for (let day = addDays(firstDay, -weekDays); day <= lastDay; day = addDays(day, 1)) {
    if (isWeekend(day)) continue
    yield `${formatDay(day)},${currency},${demoRateOn(currency, day).toFixed(6)},USD\n`
  }
}

/** What a unit of a currency is worth in US dollars, at the rate of a day or of the last bank day before it. */
export function demoRateOn(currency: DemoCurrency, day: Day): number {
  if (isWeekend(day)) return demoRateOn(currency, addDays(day, -1))
  return usually[currency] * between(0.99, 1.01, mix(day, currency.charCodeAt(0)))
}

/** Figures in US dollars, whose rows do not say so yet, with a column that does. */
export function* inDollars(chunks: Iterable<string>): Generator<string> {
  let isFirst = true
  for (const chunk of chunks) {
    const rows = chunk.replaceAll('\n', ',USD\n')
    yield isFirst ? rows.replace(',USD\n', ',currency\n') : rows
    isFirst = false
  }
}
