import type { App } from '../../publishers/app.ts'
import type { MetricName } from '../../reporting/metrics.ts'
import { formatDay } from '../../values/day.ts'
import { Utf8Writer, utf8 } from '../answer/utf8-writer.ts'
import { type WireMetrics, writeMetrics } from '../answer/write-metrics.ts'
import { gameIdentifier, gamePlatform } from './game.ts'
import type { GameDay } from './game-days.ts'

/** Figures of a record, as this interface names them. */
const plainMetrics = [
  ['impressions', 'impressions'],
  ['clicks', 'clicks'],
  ['installs', 'installs'],
  ['revenue_in_cents', 'revenueCents'],
  ['cpm', 'ecpm'],
  ['ctr', 'ctr'],
  ['cvr', 'cvr'],
] as const satisfies readonly (readonly [string, MetricName])[]

/** Those of a record in an answer that is segmented. */
const segmentedMetrics: WireMetrics = [...plainMetrics, ['revenue', 'revenue']]

/** What an answer says beside its figures. */
export interface GameAnswer {
  readonly games: readonly App[]
  readonly segmented: boolean
  /** Members at the top level, beside `game_data`. */
  readonly echo: Readonly<Record<string, string>>
  /** The address of a game's figures on one day. */
  readonly urls: readonly ((day: string) => string)[]
}

/** The all-apps shape: for each day an object of records by the games' opaque keys. */
export async function* gamesBody(days: AsyncIterable<GameDay>, answer: GameAnswer) {
  const text = new Utf8Writer()
  const wire = answer.segmented ? segmentedMetrics : plainMetrics
  const endings = answer.games.map((game) => utf8(`,${JSON.stringify(describe(game)).slice(1)}`))
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

/** The one-app shape: for each day a record. */
export async function* gameBody(days: AsyncIterable<GameDay>, { games, echo, urls }: GameAnswer) {
  const text = new Utf8Writer()
  text.string(`${JSON.stringify(describe(games[0]!)).slice(0, -1)},"game_data":{`)
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

const describe = (game: App) => ({
  game_identifier: gameIdentifier(game),
  game_name: game.name,
  game_platform: gamePlatform(game),
})
