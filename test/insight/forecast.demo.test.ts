import { expect, test } from 'vitest'
import { totalOf } from '../../src/insight/comparison.ts'
import { forecastMonth, monthOf } from '../../src/insight/forecast.ts'
import { addDays, type Day, parseDay } from '../../src/values/day.ts'
import { demoNetworkDays, knownOn } from './demo-figures.ts'

/** How many days of the month are over when it is forecast. */
const daysOver = [5, 10, 15, 20, 25]
const firstDay = parseDay('2024-03-01')!
/** Its end is the last one that is forecast. */
const lastDay = parseDay('2026-10-31')!
/** A year before the first forecast. */
const firstMonth = parseDay('2025-03-01')!

test('the range holds 70 to 90 % of the demo’s month ends, and the point beats the mean of 28 days', () => {
  const figures = demoNetworkDays({ firstDay, lastDay })
  let [forecasts, held, error, errorOfMean] = [0, 0, 0, 0]
  let month = monthOf(firstMonth)
  for (; month.lastDay <= lastDay; month = monthOf(addDays(month.lastDay, 1))) {
    const ended = Number(totalOf(figures, month).revenueMicros)
    for (const over of daysOver) {
      const today = addDays(month.firstDay, over)
      const known = knownOn(figures, today)
      const { pointMicros, range, soFarMicros } = forecastMonth(known, known, today)
      const isHeld = ended >= Number(range!.lowMicros) && ended <= Number(range!.highMicros)
      const rest = meanOf28(figures, today) * (month.lastDay - today + 1)
      forecasts++
      held += isHeld ? 1 : 0
      error += Math.abs(Number(pointMicros) - ended) / ended
      errorOfMean += Math.abs(Number(soFarMicros) + rest - ended) / ended
    }
  }
  const share = held / forecasts
  const text = `${forecasts} forecasts: ${share} held, ${error / forecasts} off, ${errorOfMean / forecasts} with the mean`
  expect(forecasts, text).toBe(100)
  expect(share, text).toBeGreaterThanOrEqual(0.7)
  expect(share, text).toBeLessThanOrEqual(0.9)
  // By a good margin: at least a quarter less.
  expect(error, text).toBeLessThan(0.75 * errorOfMean)
})

const meanOf28 = (figures: ReturnType<typeof demoNetworkDays>, today: Day): number => {
  const span = { firstDay: addDays(today, -28), lastDay: addDays(today, -1) }
  return Number(totalOf(figures, span).revenueMicros) / 28
}
