import { type Periods, periodOfDay } from '../view/periods.ts'
import { daysBetween } from '../view/view.ts'
import { type DayFreshness, together } from './day-states.ts'

/** The states of periods, of the states of each day of their range. */
export function periodStates(
  states: readonly DayFreshness[],
  { grain, periods, from, to }: Periods,
): DayFreshness[] {
  const days = new Map<string, DayFreshness[]>(periods.map((period) => [period, []]))
  daysBetween(from, to).forEach((day, place) => {
    days.get(periodOfDay(grain, day))?.push(states[place] ?? 'unknown')
  })
  return [...days.values()].map(together)
}
