import { forecastMonth, type MonthForecast } from '../../insight/forecast.ts'
import { addDays, type Day, type DaySpan } from '../../values/day.ts'
import {
  dateScope,
  type InsightScope,
  type InsightSources,
  readLookedAt,
  readReported,
} from './read-figures.ts'

/** Two years of rehearsals, and what the first of them knows. */
const historyDays = 24 * 31 + 100

/** The days that a forecast is made from. */
export const historySpan = (today: Day): DaySpan => ({
  firstDay: addDays(today, -historyDays),
  lastDay: today,
})

/** Forecasts the revenue of the current month. @throws ReportError when a sum does not fit 64 bits */
export async function forecastThisMonth(
  sources: InsightSources,
  scope: InsightScope,
  signal: AbortSignal,
): Promise<MonthForecast> {
  const today = sources.today()
  const dated = await dateScope(sources, scope)
  const reported = await readReported(sources, dated, signal)
  const figures = await readLookedAt(sources, dated, reported, [historySpan(today)], signal)
  return forecastMonth(figures, reported, today)
}
