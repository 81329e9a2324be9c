import type { Selectable } from 'kysely'
import type { Activity } from '../community/activity.ts'
import type { Game } from '../community/game.ts'
import { platforms } from '../values/platform.ts'
import type { GamesTable } from './tables/community-tables.ts'

export type GameRow = Selectable<GamesTable> & {
  readonly appPlatform: string | null
  readonly appStoreId: number | null
  readonly appBundleId: string | null
  readonly androidPackage: string | null
}

/** @param row a game with the columns of its app, if it has one */
export function toGame({ appKey: _, appPlatform, platforms: stated, ...game }: GameRow): Game {
  const all = new Set([...stated.split(','), appPlatform])
  return { ...game, platforms: platforms.filter((platform) => all.has(platform)) }
}

type ActivityRow = Omit<Activity, 'user' | 'game'> &
  Readonly<Record<'userId' | 'username' | 'gameId' | 'gameName' | 'gameSlug', string | null>>

export function toActivity(row: ActivityRow): Activity {
  const { userId, username, gameId, gameName, gameSlug, ...activity } = row
  return {
    ...activity,
    user: { id: userId!, username: username! },
    game: gameId === null ? null : { id: gameId, name: gameName!, slug: gameSlug! },
  }
}
