import type { ActivityDetails } from './activity.ts'
import type { GameDetails } from './game.ts'
import type { UserDetails } from './user.ts'

/** The outcome of a batch. Records with a new id are added, the others updated. */
export interface PutOutcome {
  readonly added: number
  readonly updated: number
  /** Records that were not written; all others were. */
  readonly refused: readonly RefusedRecord[]
}

/** A record that conflicts with the stored ones. */
export interface RefusedRecord {
  /** Its position in the batch. */
  readonly index: number
  readonly member: 'slug' | 'username' | 'app_id' | 'user_id' | 'game_id'
  readonly accepts: string
}

/**
 * Writes records within a transaction. A record replaces an earlier one with the same id. Counts of
 * players, check-ins and games are updated before the commit.
 */
export interface CommunitySession {
  putGames(games: readonly GameDetails[]): Promise<PutOutcome>
  putUsers(users: readonly UserDetails[]): Promise<PutOutcome>
  putActivity(activity: readonly ActivityDetails[]): Promise<PutOutcome>
}

/** PORT: writes the public network's records. */
export interface CommunityWriter {
  /** Runs the work in one transaction, which is rolled back when it throws. */
  write<Result>(work: (session: CommunitySession) => Promise<Result>): Promise<Result>
}
