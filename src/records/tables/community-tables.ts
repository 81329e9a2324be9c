import type { Generated } from 'kysely'

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
  icon_url: string | null
  /** Days since 1970-01-01. */
  released_on: number | null
  app_key: number | null
  created_at_ms: number
  players_count: Generated<number>
  checkins_count: Generated<number>
}

export interface UsersTable {
  key: Generated<number>
  id: string
  username: string
  display_name: string | null
  avatar_url: string | null
  country_code: string | null
  joined_at_ms: number | null
  closed_at_ms: number | null
  games_count: Generated<number>
  checkins_count: Generated<number>
}

export interface ActivityTable {
  key: Generated<number>
  id: string
  type: string
  /** The topic of the type. */
  topic: string | null
  platform: string
  created_at_ms: number
  user_key: number
  game_key: number | null
  text: string | null
  /** When the user closed the account. Such records are in no stream. */
  withdrawn_at_ms: number | null
}

/** One row for each user and game with activity. Counts and lists of players are derived from it. */
export interface PlaysTable {
  game_key: number
  user_key: number
  activity_count: number
  checkins_count: number
  withdrawn_at_ms: number | null
}

/** The public network of games and players. */
export interface CommunityTables {
  games: GamesTable
  users: UsersTable
  activity: ActivityTable
  plays: PlaysTable
}
