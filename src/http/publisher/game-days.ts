import type { App } from '../../publishers/app.ts'
import type { Sums } from '../../reporting/metrics.ts'
import type { ReportRows } from '../../reporting/report-store.ts'
import { sumsReader } from '../../reporting/run-report.ts'
import type { Day, DaySpan } from '../../values/day.ts'

/** One day's sums, in the order of the list of games; undefined for games without figures. */
export interface GameDay {
  readonly day: Day
  readonly sums: readonly (Sums | undefined)[]
}

/**
 * Groups rows of (day, app) into days. Days without rows are included. Only one day is in memory at
 * a time.
 *
 * @param rows sorted by day
 * @param games rows of other apps are skipped
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
    const sumsAt = sumsReader(chunk)
    for (let row = 0; row < chunk.rowCount; row++) {
      while (day < days!.codes[row]!) {
        yield { day, sums }
        day++
        sums = []
      }
      const place = places.get(apps!.codes[row]!)
      if (place !== undefined) sums[place] = sumsAt(row)
    }
  }
  for (; day <= lastDay; day++) {
    yield { day, sums }
    sums = []
  }
}
