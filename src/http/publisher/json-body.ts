import type { App } from '../../publishers/app.ts'
import type { MetricName } from '../../reporting/metrics.ts'
import { formatDay } from '../../values/day.ts'
import { Turns } from '../../values/turns.ts'
import { type Utf8Text, Utf8Writer, utf8 } from '../answer/utf8-writer.ts'
import { metricMembers, writeMetrics } from '../answer/write-metrics.ts'
import { gameMembers } from './game.ts'
import type { GameDay } from './game-days.ts'

const plainNames = [
  ['impressions', 'impressions'],
  ['clicks', 'clicks'],
  ['installs', 'installs'],
  ['revenue_in_cents', 'revenueCents'],
  ['cpm', 'ecpm'],
  ['ctr', 'ctr'],
  ['cvr', 'cvr'],
] as const satisfies readonly (readonly [string, MetricName])[]

const plainMetrics = metricMembers(plainNames)
/** Answers filtered by format or network also have `revenue`. */
const segmentedMetrics = metricMembers([...plainNames, ['revenue', 'revenue']])

const end = utf8('}')
/** The number of records after which full pieces are passed on. */
const recordsPerPiece = 1_024

export interface GameAnswer {
  readonly games: readonly App[]
  readonly segmented: boolean
  /** Members at the top level, beside `game_data`. */
  readonly echo: Readonly<Record<string, string>>
  /** For each game, the parts of the URL of its figures on one day. */
  readonly urls: readonly (readonly string[])[]
}

/** The all-apps shape: for each day, records by the games' keys. */
export async function* gamesBody(days: AsyncIterable<GameDay>, answer: GameAnswer) {
  const text = new Utf8Writer()
  const wire = answer.segmented ? segmentedMetrics : plainMetrics
  const records = answer.games.map((game, place) => ({
    opening: utf8(`${place > 0 ? ',' : ''}"${game.key}":{`),
    url: encodeUrl(answer.urls[place]!, `,${JSON.stringify(gameMembers(game)).slice(1)}`),
  }))
  const turns = new Turns()
  text.string('{"game_data":{')
  let firstDay = true
  for await (const { day, sums } of days) {
    const date = utf8(formatDay(day))
    text.string(`${firstDay ? '' : ','}"${formatDay(day)}":{`)
    firstDay = false
    for (const [place, { opening, url }] of records.entries()) {
      text.raw(opening)
      writeMetrics(text, wire, sums[place] ?? {})
      writeUrl(text, url, date)
      if (place % recordsPerPiece < recordsPerPiece - 1) continue
      yield* text.takeFull()
      await turns.spend(recordsPerPiece)
    }
    text.raw(end)
    yield* text.takeFull()
    await turns.spend(records.length % recordsPerPiece)
  }
  text.string(`},${JSON.stringify(answer.echo).slice(1)}`)
  yield* text.takeAll()
}

/** The one-app shape: a record for each day. */
export async function* gameBody(days: AsyncIterable<GameDay>, { games, echo, urls }: GameAnswer) {
  const text = new Utf8Writer()
  const url = encodeUrl(urls[0]!, '}')
  const turns = new Turns()
  text.string(`${JSON.stringify(gameMembers(games[0]!)).slice(0, -1)},"game_data":{`)
  let firstDay = true
  for await (const { day, sums } of days) {
    const date = formatDay(day)
    text.string(`${firstDay ? '' : ','}"${date}":{`)
    firstDay = false
    writeMetrics(text, plainMetrics, sums[0] ?? {})
    writeUrl(text, url, utf8(date))
    yield* text.takeFull()
    await turns.spend(1)
  }
  text.string(`},${JSON.stringify(echo).slice(1)}`)
  yield* text.takeAll()
}

/** The member `url`, and what follows it. */
function encodeUrl(parts: readonly string[], after: string): Utf8Text[] {
  const [first, ...others] = parts.map((part) => JSON.stringify(part).slice(1, -1))
  const last = others.pop()
  return [`,"url":"${first}`, ...others, `${last}"${after}`].map(utf8)
}

function writeUrl(text: Utf8Writer, parts: readonly Utf8Text[], date: Utf8Text): void {
  for (let part = 0; part < parts.length; part++) {
    if (part > 0) text.raw(date)
    text.raw(parts[part]!)
  }
}
