import type { Activity, ActivityPlatform, Topic } from './activity.ts'
import type { Game } from './game.ts'
import type { CommunityUser } from './user.ts'

/** Selects the activity of a stream. Streams are sorted newest first. */
export type ActivityStream =
  | { readonly of: 'all' }
  | { readonly of: 'platform'; readonly platform: ActivityPlatform }
  | { readonly of: 'game' | 'user'; readonly key: number; readonly topic?: Topic }

/** The last record of a page; the next page starts after it. */
export interface StreamPosition {
  readonly createdAtMs: number
  readonly key: number
}

/**
 * PORT: reads the public network's games, users and activity. Lists leave out users who closed their
 * accounts, and their activity. It is a port so that the rooms of the public network, which see only this one,
 * cannot reach the records of revenue.
 *
 * A page starts after a position, not at an offset, so that following pages never repeats or misses
 * a record while others are added. Lists are in the order in which records were added.
 */
export interface CommunityStore {
  /** @param after the key of the last game seen; 0 for the first page */
  games(after: number, limit: number): Promise<Game[]>
  gameById(id: string): Promise<Game | null>
  gameBySlug(slug: string): Promise<Game | null>
  /** The users with any activity in the game. */
  playersOf(gameKey: number, after: number, limit: number): Promise<CommunityUser[]>
  users(after: number, limit: number): Promise<CommunityUser[]>
  /** Also finds users who closed their accounts. */
  userByUsername(username: string): Promise<CommunityUser | null>
  /** The games that the user was active in. */
  gamesOf(userKey: number, after: number, limit: number): Promise<Game[]>
  activity(stream: ActivityStream, after: StreamPosition | null, limit: number): Promise<Activity[]>
  /** @returns `'withdrawn'` when its user closed their account */
  activityById(id: string): Promise<Activity | 'withdrawn' | null>
}
