import type { ActivityPlatform, ActivityType } from '../community/activity.ts'
import { addDays, type Day, type DaySpan, dayCount, dayMs } from '../values/day.ts'
import { type DemoGame, demoGameCount } from './games.ts'
import { mix } from './noise.ts'
import { demoUserCount } from './users.ts'

/** Records of a day: 100,000 in the default 400 days. */
export const activityPerDay = 250

/** How many of twenty records have each type. */
const shares: Readonly<Record<ActivityType, number>> = {
  checkin: 11,
  comment: 4,
  discussion: 1,
  achievement: 3,
  follow: 1,
}
const types = Object.entries(shares).flatMap(([type, share]) =>
  Array.from({ length: share }, () => type as ActivityType),
)
const texts: Readonly<Record<ActivityType, readonly string[]>> = {
  checkin: ['Just one more round.', 'Back again after the update.', 'Morning commute, as ever.'],
  comment: ['The goose level is fair, you are just slow.', 'Agreed!', 'Try it with sound on. 🎧'],
  discussion: ['Which upgrade first?', 'Does anyone else read the cat as the narrator?'],
  achievement: ['Finished chapter three', 'A hundred days in a row', 'No hints, no hurry'],
  follow: [],
}

export interface DemoActivity {
  readonly id: string
  readonly type: ActivityType
  readonly platform: ActivityPlatform
  readonly createdAt: string
  readonly userId: string
  readonly gameId: string | null
  readonly text: string | null
}

/**
 * The activity of the demo's users. A day's records do not depend on the span.
 *
 * @param games from `demoGames`
 */
export function* demoActivity(
  seed: number,
  games: readonly DemoGame[],
  span: DaySpan,
): Generator<DemoActivity> {
  for (let offset = 0; offset < dayCount(span); offset++) {
    const day = addDays(span.firstDay, offset)
    for (let index = 0; index < activityPerDay; index++) yield record(seed, games, day, index)
  }
}

function record(seed: number, games: readonly DemoGame[], day: Day, index: number): DemoActivity {
  const hash = mix(mix(mix(seed, 13), day), index)
  const type = types[hash % types.length]!
  // Skewed, so that a few games and users have most of the activity.
  const game = games[skewed(hash, 1, demoGameCount)]!
  const onBoth = game.platforms.includes('ios') && game.platforms.includes('android')
  const onIos = onBoth ? mix(hash, 5) % 2 === 0 : game.platforms.includes('ios')
  const choices = texts[type]
  const atMs =
    day * dayMs + Math.floor(((index + (mix(hash, 6) % 1_000) / 1_000) * dayMs) / activityPerDay)
  return {
    id: `a${day}-${index}`,
    type,
    platform: onIos ? 'ios' : 'android',
    createdAt: new Date(atMs).toISOString(),
    userId: `u${10_000 + skewed(hash, 3, demoUserCount)}`,
    gameId: type === 'follow' ? null : game.id,
    text:
      choices.length === 0 || mix(hash, 7) % 3 === 0
        ? null
        : choices[mix(hash, 8) % choices.length]!,
  }
}

function skewed(hash: number, salt: number, count: number): number {
  const draw = (mix(hash, salt) / 2 ** 32) * (mix(hash, salt + 1) / 2 ** 32)
  return Math.floor(draw * count)
}
