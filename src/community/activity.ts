import type { GameSummary } from './game.ts'
import type { UserSummary } from './user.ts'

export const activityTypes = ['checkin', 'discussion', 'comment', 'achievement', 'follow'] as const

export type ActivityType = (typeof activityTypes)[number]

/** The platforms that have an activity stream. */
export const activityPlatforms = ['android', 'ios'] as const

export type ActivityPlatform = (typeof activityPlatforms)[number]

/** Streams of a game or user that have only some types. */
export const topics = {
  checkins: ['checkin'],
  discussions: ['discussion', 'comment'],
} as const satisfies Record<string, readonly ActivityType[]>

export type Topic = keyof typeof topics

/** The topic of a type; null when it has none. */
export function topicOf(type: ActivityType): Topic | null {
  const found = Object.entries(topics).find(([, types]) =>
    (types as readonly ActivityType[]).includes(type),
  )
  return found ? (found[0] as Topic) : null
}

/** An activity as it is imported. */
export interface ActivityDetails {
  readonly id: string
  readonly type: ActivityType
  readonly platform: ActivityPlatform
  /** Milliseconds since 1970. */
  readonly createdAtMs: number
  readonly userId: string
  /** Null only for a follow. */
  readonly gameId: string | null
  readonly text: string | null
}

/** An activity as it is published. */
export interface Activity extends Pick<ActivityDetails, 'id' | 'type' | 'platform' | 'text'> {
  /** The record's key in the store. */
  readonly key: number
  readonly createdAtMs: number
  readonly user: UserSummary
  readonly game: GameSummary | null
}
