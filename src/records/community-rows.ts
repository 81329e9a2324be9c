import type { Selectable } from 'kysely'
import type { Activity, ActivityPlatform, ActivityType } from '../community/activity.ts'
import type { Game } from '../community/game.ts'
import type { CommunityUser } from '../community/user.ts'
import type { Day } from '../values/day.ts'
import { platforms } from '../values/platform.ts'
import type { ActivityTable, GamesTable, UsersTable } from './tables/community-tables.ts'

export type GameRow = Selectable<GamesTable> & {
  readonly app_platform: string | null
  readonly app_store_id: number | null
  readonly app_bundle_id: string | null
  readonly android_package: string | null
}

/** @param row a game with the columns of its app, if it has one */
export function toGame(row: GameRow): Game {
  const stated = row.platforms.split(',').filter((platform) => platform !== '')
  const all = new Set([...stated, ...(row.app_platform ? [row.app_platform] : [])])
  return {
    key: row.key,
    id: row.id,
    name: row.name,
    slug: row.slug,
    platforms: platforms.filter((platform) => all.has(platform)),
    developer: row.developer,
    genre: row.genre,
    description: row.description,
    iconUrl: row.icon_url,
    releasedOn: row.released_on as Day | null,
    createdAtMs: row.created_at_ms,
    appStoreId: row.app_store_id,
    appBundleId: row.app_bundle_id,
    androidPackage: row.android_package,
    playersCount: row.players_count,
    checkinsCount: row.checkins_count,
  }
}

export function toUser(row: Selectable<UsersTable>): CommunityUser {
  return {
    key: row.key,
    id: row.id,
    username: row.username,
    displayName: row.display_name,
    avatarUrl: row.avatar_url,
    countryCode: row.country_code,
    joinedAtMs: row.joined_at_ms,
    closedAtMs: row.closed_at_ms,
    gamesCount: row.games_count,
    checkinsCount: row.checkins_count,
  }
}

export interface ActivityRow
  extends Pick<
    Selectable<ActivityTable>,
    'key' | 'id' | 'type' | 'platform' | 'created_at_ms' | 'text'
  > {
  readonly user_id: string | null
  readonly username: string | null
  readonly game_id: string | null
  readonly game_name: string | null
  readonly game_slug: string | null
}

export function toActivity(row: ActivityRow): Activity {
  return {
    key: row.key,
    id: row.id,
    type: row.type as ActivityType,
    platform: row.platform as ActivityPlatform,
    createdAtMs: row.created_at_ms,
    text: row.text,
    user: { id: row.user_id!, username: row.username! },
    game:
      row.game_id === null ? null : { id: row.game_id, name: row.game_name!, slug: row.game_slug! },
  }
}
