import type { App } from '../../publishers/app.ts'
import type { MetricName } from '../../reporting/metrics.ts'
import { csvCell, withoutFormula } from '../../values/csv.ts'
import { formatDay } from '../../values/day.ts'
import { Turns } from '../../values/turns.ts'
import { Utf8Writer, utf8 } from '../answer/utf8-writer.ts'
import { writeMetric } from '../answer/write-metrics.ts'
import { gameIdentifier, gamePlatform } from './game.ts'
import type { GameDay } from './game-days.ts'

const header =
  'Date,Identifier,Name,Platform,Impressions,Clicks,Installs,Revenue (cents),CPM ($),CTR,CVR\r\n'

const columns: readonly MetricName[] = [
  'impressions',
  'clicks',
  'installs',
  'revenueCents',
  'ecpm',
  'ctr',
  'cvr',
]

/** The number of rows after which full pieces are passed on. */
const rowsPerPiece = 1_024

/** RFC 4180: a row for each day and game. */
export async function* csvBody(days: AsyncIterable<GameDay>, games: readonly App[]) {
  const text = new Utf8Writer()
  const turns = new Turns()
  const comma = utf8(',')
  const rowEnd = utf8('\r\n')
  const descriptions = games.map((game) => utf8(describe(game)))
  text.string(header)
  for await (const { day, sums } of days) {
    const date = utf8(formatDay(day))
    for (const [place, description] of descriptions.entries()) {
      text.raw(date)
      text.raw(description)
      for (const metric of columns) {
        text.raw(comma)
        writeMetric(text, metric, sums[place] ?? {})
      }
      text.raw(rowEnd)
      if (place % rowsPerPiece < rowsPerPiece - 1) continue
      yield* text.takeFull()
      await turns.spend(rowsPerPiece)
    }
    yield* text.takeFull()
    await turns.spend(descriptions.length % rowsPerPiece)
  }
  yield* text.takeAll()
}

function describe(game: App): string {
  const cells = [gameIdentifier(game), game.name, gamePlatform(game)]
  return cells.map((cell) => `,${csvCell(withoutFormula(cell))}`).join('')
}
