import type { GameSummary } from '../community/game.ts'
import type { UserSummary } from '../community/user.ts'

/** URLs of the public network's interface and web pages. */
export class NetworkLinks {
  readonly website: string
  readonly api: string
  readonly documentation: string

  /** @param networkUrl the network's public URL, without a trailing slash */
  constructor(networkUrl: string) {
    this.website = networkUrl
    this.api = `${networkUrl}/api/v1`
    this.documentation = `${networkUrl}/documentation`
  }

  get games(): string {
    return `${this.api}/games`
  }

  get users(): string {
    return `${this.api}/users`
  }

  get activity(): string {
    return `${this.api}/activity`
  }

  game({ id }: Pick<GameSummary, 'id'>): string {
    return `${this.games}/${encodeURIComponent(id)}`
  }

  user({ username }: Pick<UserSummary, 'username'>): string {
    return `${this.users}/${encodeURIComponent(username)}`
  }

  activityRecord(id: string): string {
    return `${this.activity}/${encodeURIComponent(id)}`
  }

  gamePage({ slug }: Pick<GameSummary, 'slug'>): string {
    return `${this.website}/games/${encodeURIComponent(slug)}`
  }

  userPage({ username }: Pick<UserSummary, 'username'>): string {
    return `${this.website}/users/${encodeURIComponent(username)}`
  }
}
