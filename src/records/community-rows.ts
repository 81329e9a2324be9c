import type { Selectable } from 'kysely'
import type { Activity } from '../community/activity.ts'
import type { Game } from '../community/game.ts'
import { platforms } from '../values/platform.ts'
import type { ActivityTable, GamesTable } from './tables/community-tables.ts'

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

export interface ActivityRow
  extends Pick<
    Selectable<ActivityTable>,
    'key' | 'id' | 'type' | 'platform' | 'createdAtMs' | 'text'
  > {
  readonly userId: string | null
  readonly username: string | null
  readonly gameId: string | null
  readonly gameName: string | null
  readonly gameSlug: string | null
}

export function toActivity(row: ActivityRow): Activity {
  const { key, id, type, platform, createdAtMs, text, userId, gameId } = row
  return {
    key,
    id,
    type,
    platform,
    createdAtMs,
    text,
    user: { id: userId!, username: row.username! },
    game: gameId === null ? null : { id: gameId, name: row.gameName!, slug: row.gameSlug! },
  }
}
