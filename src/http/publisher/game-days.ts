import type { App } from '../../publishers/app.ts'
import type { Sums } from '../../reporting/metrics.ts'
import type { ReportRows } from '../../reporting/report-store.ts'
import { sumsAt } from '../../reporting/run-report.ts'
import type { Day, DaySpan } from '../../values/day.ts'

/** One day's sums, each at the place its game has in the list of games; absent where it has none. */
export interface GameDay {
  readonly day: Day
  readonly sums: readonly (Sums | undefined)[]
}

/**
 * Gathers rows of (day, app), sorted by day, into days. Every day of the span comes, in order, also
 * those without rows; no more than one day is held at a time.
 *
 * @param games the apps whose rows count
 */
export async function* gameDays(
  rows: ReportRows,
  games: readonly App[],
  { firstDay, lastDay }: DaySpan,
): AsyncGenerator<GameDay> {
  const places = new Map(games.map((game, place) => [game.key, place]))
  let day = firstDay
  let sums: Sums[] = []
  for await (const chunk of rows.chunks) {
    const { day: days, app: apps } = chunk.dimensions
    for (let row = 0; row < chunk.rowCount; row++) {
      while (day < days!.codes[row]!) {
        yield { day, sums }
        day++
        sums = []
      }
      const place = places.get(apps!.codes[row]!)
      if (place !== undefined) sums[place] = sumsAt(chunk, row)
    }
  }
  for (; day <= lastDay; day++) {
    yield { day, sums }
    sums = []
  }
}
