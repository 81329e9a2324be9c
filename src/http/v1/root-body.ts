import { activityPlatforms } from '../../community/activity.ts'
import type { NetworkLinks } from '../network-links.ts'

export const terms = {
  use: 'Non-commercial use only. Any other use needs the explicit permission of the operator.',
  attribution: 'Use of this interface must be attributed to the network and link to its website.',
  links:
    "A user's profile that is shown must link to the user's web_url, a game that is shown to the game's web_url.",
}

/** Parameters of every list, as an RFC 6570 template. */
const pages = '{?limit,cursor,callback}'

/** The body of `/api/v1/`. */
export function rootBody(links: NetworkLinks, limit: RateLimit) {
  return {
    games_url: links.games,
    users_url: links.users,
    activity_url: links.activity,
    documentation_url: links.documentation,
    website_url: links.website,
    terms,
    rate_limit: {
      requests: limit.requests,
      window_seconds: limit.windowSeconds,
      counted_by: 'IP address; of IPv6, the first 64 bits',
    },
  }
}

export interface RateLimit {
  readonly requests: number
  readonly windowSeconds: number
}

export function gamesTemplates({ games }: NetworkLinks) {
  const game = `${games}/{id}`
  return {
    games: `${games}${pages}`,
    game: `${game}{?callback}`,
    activity: `${game}/activity${pages}`,
    players: `${game}/players${pages}`,
    checkins: `${game}/checkins${pages}`,
    discussions: `${game}/discussions${pages}`,
  }
}

export function usersTemplates({ users }: NetworkLinks) {
  const user = `${users}/{username}`
  return {
    users: `${users}${pages}`,
    user: `${user}{?callback}`,
    activity: `${user}/activity${pages}`,
    games: `${user}/games${pages}`,
    checkins: `${user}/checkins${pages}`,
    discussions: `${user}/discussions${pages}`,
  }
}

export function activityTemplates({ activity }: NetworkLinks) {
  const platforms = activityPlatforms.map((platform) => [
    platform,
    `${activity}/${platform}${pages}`,
  ])
  return {
    activity: `${activity}${pages}`,
    ...(Object.fromEntries(platforms) as Record<string, string>),
    record: `${activity}/{id}{?callback}`,
  }
}
