import { type NumberText, written } from '../fixtures/exact-json.ts'
import { rounded } from './naive-v2.ts'

// The expected answers of /api/publisher/USERNAME and …/PLATFORM/IDENTIFIER, computed in the most
// obvious way from docs/api/. Nothing is imported from src/.

export interface NaiveGame {
  readonly appId: string
  readonly name: string
  readonly platform: 'ios' | 'android' | 'amazon'
  /** The identifier in the store; null when there is none. */
  readonly identifier: string | null
}

export interface NaiveGameFigure {
  readonly date: string
  readonly appId: string
  readonly network: string
  readonly format: string
  readonly adTag: string
  readonly impressions: bigint
  readonly clicks: bigint
  readonly installs: bigint
  readonly micros: bigint
}

/** A question about past days. */
export interface NaiveGameQuestion {
  readonly dates: readonly string[]
  /** Null for all apps. */
  readonly game: NaiveGame | null
  readonly networks: readonly string[] | null
  readonly creativeType: string | null
  readonly adTag: string | null
}

export interface NaiveRecord {
  readonly date: string
  readonly game: NaiveGame
  readonly members: Readonly<Record<string, NumberText>>
}

export const identifierOf = ({ identifier, appId }: NaiveGame): string => identifier ?? appId

export const platformOf = ({ platform }: NaiveGame): string =>
  platform === 'ios' ? 'ios' : 'android'

/** Whether the answer has a level of app keys below the days. */
export const hasAppLevel = ({ game, networks, creativeType }: NaiveGameQuestion): boolean =>
  game === null || networks !== null || creativeType !== null

/** The records of an answer: by day, app name and app id. */
export function naiveRecords(
  games: readonly NaiveGame[],
  figures: readonly NaiveGameFigure[],
  question: NaiveGameQuestion,
  appLevel: boolean,
): NaiveRecord[] {
  const counted = figures.filter(
    (figure) =>
      question.dates.includes(figure.date) &&
      (question.networks ?? ['ownnet']).includes(figure.network) &&
      (question.creativeType === null || figure.format === question.creativeType) &&
      (question.adTag === null || figure.adTag === question.adTag),
  )
  const shown = [...games]
    .filter((game) => question.game === null || game === question.game)
    .filter((game) => !appLevel || counted.some(({ appId }) => appId === game.appId))
    .sort((a, b) => byBytes(a.name, b.name) || byBytes(a.appId, b.appId))
  const segmented = question.networks !== null || question.creativeType !== null
  return question.dates.flatMap((date) =>
    shown.map((game) => {
      const own = counted.filter((each) => each.date === date && each.appId === game.appId)
      return { date, game, members: members(own, segmented) }
    }),
  )
}

function members(figures: readonly NaiveGameFigure[], segmented: boolean) {
  const add = (name: 'impressions' | 'clicks' | 'installs' | 'micros') =>
    figures.reduce((total, figure) => total + figure[name], 0n)
  const impressions = add('impressions')
  return {
    impressions: written(String(impressions)),
    clicks: written(String(add('clicks'))),
    installs: written(String(add('installs'))),
    revenue_in_cents: rounded(add('micros'), 10_000n, 0),
    cpm: rounded(add('micros') * 1_000n, 1_000_000n * impressions, 4),
    ctr: rounded(add('clicks'), impressions, 6),
    cvr: rounded(add('installs'), impressions, 6),
    ...(segmented && { revenue: rounded(add('micros'), 1_000_000n, 6) }),
  }
}

const byBytes = (a: string, b: string) => Buffer.compare(Buffer.from(a), Buffer.from(b))
