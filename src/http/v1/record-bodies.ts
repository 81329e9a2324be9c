import type { Activity } from '../../community/activity.ts'
import type { Game } from '../../community/game.ts'
import type { CommunityUser } from '../../community/user.ts'
import { formatDay } from '../../values/day.ts'
import { formatInstant } from '../../values/instant.ts'
import type { NetworkLinks } from '../network-links.ts'

export function gameBody(game: Game, links: NetworkLinks) {
  const url = links.game(game)
  return {
    id: game.id,
    name: game.name,
    slug: game.slug,
    platforms: game.platforms,
    developer: game.developer,
    genre: game.genre,
    description: game.description,
    icon_url: game.iconUrl,
    released_on: game.releasedOn === null ? null : formatDay(game.releasedOn),
    app_store_id: game.appStoreId,
    app_bundle_id: game.appBundleId,
    android_package: game.androidPackage,
    players_count: game.playersCount,
    checkins_count: game.checkinsCount,
    created_at: formatInstant(game.createdAtMs),
    url,
    web_url: links.gamePage(game),
    activity_url: `${url}/activity`,
    players_url: `${url}/players`,
    checkins_url: `${url}/checkins`,
    discussions_url: `${url}/discussions`,
  }
}

export function userBody(user: CommunityUser, links: NetworkLinks) {
  const url = links.user(user)
  return {
    id: user.id,
    username: user.username,
    display_name: user.displayName,
    avatar_url: user.avatarUrl,
    country_code: user.countryCode,
    joined_at: user.joinedAtMs === null ? null : formatInstant(user.joinedAtMs),
    games_count: user.gamesCount,
    checkins_count: user.checkinsCount,
    url,
    web_url: links.userPage(user),
    activity_url: `${url}/activity`,
    games_url: `${url}/games`,
    checkins_url: `${url}/checkins`,
    discussions_url: `${url}/discussions`,
  }
}

export function activityBody(activity: Activity, links: NetworkLinks) {
  const { id, type, platform, text, user, game } = activity
  return {
    id,
    type,
    platform,
    created_at: formatInstant(activity.createdAtMs),
    text,
    url: links.activityRecord(id),
    user: { ...user, url: links.user(user), web_url: links.userPage(user) },
    game: game && {
      id: game.id,
      name: game.name,
      url: links.game(game),
      web_url: links.gamePage(game),
    },
  }
}
