import { addDecimals, formatDecimal, parseDecimal } from '../../../src/values/decimal.ts'
import { type Periods, periodOfDay } from '../view/periods.ts'
import { daysBetween } from '../view/view.ts'
import type { DayStates } from './day-states.ts'

/** The reports of a network that are missing in some days. */
export interface Waiting {
  readonly network: string
  readonly days: number
  /** The revenue that they are expected to have, as a decimal; null when one of them has no expectation. */
  readonly expected: string | null
}

/** The missing reports of each network in some days of a range. @param isIn takes the place of a day */
export function waitingIn(
  { missing }: Pick<DayStates, 'missing'>,
  isIn: (place: number) => boolean = () => true,
): Waiting[] {
  const reports = missing.flatMap((all, place) => (isIn(place) ? all : []))
  return [...Map.groupBy(reports, ({ network }) => network)].map(([network, all]) => ({
    network,
    days: all.length,
    expected: sumOf(all.map(({ expected }) => expected)),
  }))
}

/** The same for each period of a chart. */
export function waitingByPeriod(
  states: DayStates,
  { grain, periods, from, to }: Periods,
): Waiting[][] {
  const ofDays = daysBetween(from, to).map((day) => periodOfDay(grain, day))
  return periods.map((period) => waitingIn(states, (place) => ofDays[place] === period))
}

/** The revenue that all are expected to have; null when that of one is not known. */
export const expectedOf = (waiting: readonly Waiting[]): string | null =>
  sumOf(waiting.map(({ expected }) => expected))

const sumOf = (decimals: readonly (string | null)[]): string | null =>
  decimals.includes(null)
    ? null
    : formatDecimal(addDecimals(decimals.map((one) => parseDecimal(one!)!)))
