import type { Day } from '../values/day.ts'
import type { Platform } from '../values/platform.ts'

/** A game as it is imported. */
export interface GameDetails {
  readonly id: string
  readonly name: string
  /** Used in URLs of web pages; made from the name when null. */
  readonly slug: string | null
  readonly platforms: readonly Platform[]
  readonly developer: string | null
  readonly genre: string | null
  readonly description: string | null
  readonly iconUrl: string | null
  readonly releasedOn: Day | null
  /** The game's app in an account; the game gets its platform and store identifiers. */
  readonly appId: string | null
  /** Milliseconds since 1970; the time of the first import when null. */
  readonly createdAtMs: number | null
}

/** A game as it is published. */
export interface Game extends Omit<GameDetails, 'appId'> {
  /** The game's key in the store, in the order games were added. */
  readonly key: number
  readonly slug: string
  readonly createdAtMs: number
  readonly appStoreId: number | null
  readonly appBundleId: string | null
  readonly androidPackage: string | null
  /** Users with any activity in the game. */
  readonly playersCount: number
  readonly checkinsCount: number
}

/** A game within other records. */
export interface GameSummary {
  readonly id: string
  readonly name: string
  readonly slug: string
}

/**
 * A slug for a name: its letters and digits in lower case, Latin ones without accents, joined by hyphens.
 *
 * @returns '' when the name has neither letters nor digits
 * @example slugOf('Éclat & Ember 🔥') === 'eclat-ember'
 */
export function slugOf(name: string): string {
  return name
    .normalize('NFKD')
    .replace(/(\p{Script=Latin})\p{M}+/gu, '$1')
    .normalize('NFC')
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, '-')
    .match(/^.{0,80}/u)![0]
    .replace(/^-|-$/g, '')
}
