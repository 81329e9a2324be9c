import type { Selectable } from 'kysely'
import type { Activity, ActivityPlatform, ActivityType } from '../community/activity.ts'
import type { Game } from '../community/game.ts'
import type { CommunityUser } from '../community/user.ts'
import type { Day } from '../values/day.ts'
import { platforms } from '../values/platform.ts'
import type { ActivityTable, GamesTable, UsersTable } from './tables/community-tables.ts'

export type GameRow = Selectable<GamesTable> & {
  readonly appPlatform: string | null
  readonly appStoreId: number | null
  readonly appBundleId: string | null
  readonly androidPackage: string | null
}

/** @param row a game with the columns of its app, if it has one */
export function toGame(row: GameRow): Game {
  const stated = row.platforms.split(',').filter((platform) => platform !== '')
  const all = new Set([...stated, ...(row.appPlatform ? [row.appPlatform] : [])])
  return {
    key: row.key,
    id: row.id,
    name: row.name,
    slug: row.slug,
    platforms: platforms.filter((platform) => all.has(platform)),
    developer: row.developer,
    genre: row.genre,
    description: row.description,
    iconUrl: row.iconUrl,
    releasedOn: row.releasedOn as Day | null,
    createdAtMs: row.createdAtMs,
    appStoreId: row.appStoreId,
    appBundleId: row.appBundleId,
    androidPackage: row.androidPackage,
    playersCount: row.playersCount,
    checkinsCount: row.checkinsCount,
  }
}

export function toUser(row: Selectable<UsersTable>): CommunityUser {
  return {
    key: row.key,
    id: row.id,
    username: row.username,
    displayName: row.displayName,
    avatarUrl: row.avatarUrl,
    countryCode: row.countryCode,
    joinedAtMs: row.joinedAtMs,
    closedAtMs: row.closedAtMs,
    gamesCount: row.gamesCount,
    checkinsCount: row.checkinsCount,
  }
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
  return {
    key: row.key,
    id: row.id,
    type: row.type as ActivityType,
    platform: row.platform as ActivityPlatform,
    createdAtMs: row.createdAtMs,
    text: row.text,
    user: { id: row.userId!, username: row.username! },
    game: row.gameId === null ? null : { id: row.gameId, name: row.gameName!, slug: row.gameSlug! },
  }
}
