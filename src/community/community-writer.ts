import type { ActivityDetails } from './activity.ts'
import type { GameDetails } from './game.ts'
import type { UserDetails } from './user.ts'

/** What becomes of records that are put: those with a new id are added, the others updated. */
export interface PutOutcome {
  readonly added: number
  readonly updated: number
  /** The records that cannot be kept, by their place in the batch; the others are put. */
  readonly refused: readonly RefusedRecord[]
}

/** A member of a record that does not fit what is there. */
export interface RefusedRecord {
  readonly index: number
  readonly member: 'slug' | 'username' | 'app_id' | 'user_id' | 'game_id'
  readonly accepts: string
}

/**
 * Records on their way into the store. Each states the whole record; of two with one id the later
 * one counts. Counts of players, check-ins and games are brought up to date before the commit.
 */
export interface CommunitySession {
  putGames(games: readonly GameDetails[]): Promise<PutOutcome>
  putUsers(users: readonly UserDetails[]): Promise<PutOutcome>
  putActivity(activity: readonly ActivityDetails[]): Promise<PutOutcome>
}

/** PORT: writes the public network's records. */
export interface CommunityWriter {
  /** Runs the work in one transaction: all that it puts is kept, or nothing when it throws. */
  write<Result>(work: (session: CommunitySession) => Promise<Result>): Promise<Result>
}
