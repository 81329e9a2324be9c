import type { Day } from '../values/day.ts'
import type { Platform } from '../values/platform.ts'

/** A game of the public network, as its operator states it. */
export interface GameDetails {
  readonly id: string
  readonly name: string
  /** Names the game in addresses of web pages; made from its name when null. */
  readonly slug: string | null
  readonly platforms: readonly Platform[]
  readonly developer: string | null
  readonly genre: string | null
  readonly description: string | null
  readonly iconUrl: string | null
  readonly releasedOn: Day | null
  /** The account's app that the game is; it brings a platform and the store identifiers. */
  readonly appId: string | null
  /** Milliseconds since 1970; when the game was first imported when null. */
  readonly createdAtMs: number | null
}

/** A game as everyone may see it. */
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

/** What of a game is shown beside something else. */
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
