import type { App } from '../../publishers/app.ts'
import type { MetricName } from '../../reporting/metrics.ts'
import { formatDay } from '../../values/day.ts'
import { Utf8Writer, utf8 } from '../answer/utf8-writer.ts'
import { type WireMetrics, writeMetrics } from '../answer/write-metrics.ts'
import { gameMembers } from './game.ts'
import type { GameDay } from './game-days.ts'

const plainMetrics = [
  ['impressions', 'impressions'],
  ['clicks', 'clicks'],
  ['installs', 'installs'],
  ['revenue_in_cents', 'revenueCents'],
  ['cpm', 'ecpm'],
  ['ctr', 'ctr'],
  ['cvr', 'cvr'],
] as const satisfies readonly (readonly [string, MetricName])[]

/** Answers filtered by format or network also have `revenue`. */
const segmentedMetrics: WireMetrics = [...plainMetrics, ['revenue', 'revenue']]

export interface GameAnswer {
  readonly games: readonly App[]
  readonly segmented: boolean
  /** Members at the top level, beside `game_data`. */
  readonly echo: Readonly<Record<string, string>>
  /** For each game, makes the URL of its figures on one day. */
  readonly urls: readonly ((day: string) => string)[]
}

/** The all-apps shape: for each day, records by the games' keys. */
export async function* gamesBody(days: AsyncIterable<GameDay>, answer: GameAnswer) {
  const text = new Utf8Writer()
  const wire = answer.segmented ? segmentedMetrics : plainMetrics
  const endings = answer.games.map((game) => utf8(`,${JSON.stringify(gameMembers(game)).slice(1)}`))
  text.string('{"game_data":{')
  let firstDay = true
  for await (const { day, sums } of days) {
    const date = formatDay(day)
    text.string(`${firstDay ? '' : ','}"${date}":{`)
    firstDay = false
    for (const [place, game] of answer.games.entries()) {
      text.string(`${place > 0 ? ',' : ''}"${game.key}":{`)
      writeMetrics(text, wire, sums[place] ?? {})
      text.string(`,"url":${JSON.stringify(answer.urls[place]!(date))}`)
      text.raw(endings[place]!)
      yield* text.takeFull()
    }
    text.string('}')
  }
  text.string(`},${JSON.stringify(answer.echo).slice(1)}`)
  yield* text.takeAll()
}

/** The one-app shape: a record for each day. */
export async function* gameBody(days: AsyncIterable<GameDay>, { games, echo, urls }: GameAnswer) {
  const text = new Utf8Writer()
  text.string(`${JSON.stringify(gameMembers(games[0]!)).slice(0, -1)},"game_data":{`)
  let firstDay = true
  for await (const { day, sums } of days) {
    const date = formatDay(day)
    text.string(`${firstDay ? '' : ','}"${date}":{`)
    firstDay = false
    writeMetrics(text, plainMetrics, sums[0] ?? {})
    text.string(`,"url":${JSON.stringify(urls[0]!(date))}}`)
    yield* text.takeFull()
  }
  text.string(`},${JSON.stringify(echo).slice(1)}`)
  yield* text.takeAll()
}
