import type { Generated } from 'kysely'
import type { ActivityPlatform, ActivityType, Topic } from '../../community/activity.ts'
import type { Day } from '../../values/day.ts'

export interface GamesTable {
  key: Generated<number>
  id: string
  slug: string
  name: string
  /** Separated by commas, without the platform of the app. */
  platforms: string
  developer: string | null
  genre: string | null
  description: string | null
  iconUrl: string | null
  releasedOn: Day | null
  appKey: number | null
  createdAtMs: number
  playersCount: Generated<number>
  checkinsCount: Generated<number>
}

export interface UsersTable {
  key: Generated<number>
  id: string
  username: string
  displayName: string | null
  avatarUrl: string | null
  countryCode: string | null
  joinedAtMs: number | null
  closedAtMs: number | null
  gamesCount: Generated<number>
  checkinsCount: Generated<number>
}

export interface ActivityTable {
  key: Generated<number>
  id: string
  type: ActivityType
  /** The topic of the type. */
  topic: Topic | null
  platform: ActivityPlatform
  createdAtMs: number
  userKey: number
  gameKey: number | null
  text: string | null
  /** When the user closed the account. Such records are in no stream. */
  withdrawnAtMs: number | null
}

/** One row for each user and game with activity. Counts and lists of players are derived from it. */
export interface PlaysTable {
  gameKey: number
  userKey: number
  activityCount: number
  checkinsCount: number
  withdrawnAtMs: number | null
}

/** The public network of games and players. */
export interface CommunityTables {
  games: GamesTable
  users: UsersTable
  activity: ActivityTable
  plays: PlaysTable
}
