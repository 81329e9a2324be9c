import type { Activity, ActivityPlatform, Topic } from './activity.ts'
import type { Game } from './game.ts'
import type { User } from './user.ts'

/** Whose activity a stream has. Streams run from the newest record to the oldest. */
export type ActivityStream =
  | { readonly of: 'all' }
  | { readonly of: 'platform'; readonly platform: ActivityPlatform }
  | { readonly of: 'game' | 'user'; readonly key: number; readonly topic?: Topic }

/** Where a stream goes on: after the record that has these. */
export interface StreamPosition {
  readonly createdAtMs: number
  readonly key: number
}

/**
 * PORT: reads the public network's games, users and activity. Users who closed their accounts are
 * in no list, nor is what they did.
 *
 * A page begins after a position, never at a count, so that a reader who follows pages sees no
 * record twice and misses none while others are added. Lists run in the order records were added.
 */
export interface CommunityStore {
  /** @param after the key of the last game seen; 0 for the first page */
  games(after: number, limit: number): Promise<Game[]>
  gameById(id: string): Promise<Game | null>
  gameBySlug(slug: string): Promise<Game | null>
  /** The users with any activity in the game. */
  playersOf(gameKey: number, after: number, limit: number): Promise<User[]>
  users(after: number, limit: number): Promise<User[]>
  /** The user, also one who closed the account. */
  userByUsername(username: string): Promise<User | null>
  /** The games that the user was active in. */
  gamesOf(userKey: number, after: number, limit: number): Promise<Game[]>
  activity(stream: ActivityStream, after: StreamPosition | null, limit: number): Promise<Activity[]>
  /** One record; `'withdrawn'` when its user closed the account. */
  activityById(id: string): Promise<Activity | 'withdrawn' | null>
}
