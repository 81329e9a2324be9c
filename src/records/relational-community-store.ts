import type { Activity } from '../community/activity.ts'
import type {
  ActivityStream,
  CommunityStore,
  StreamPosition,
} from '../community/community-store.ts'
import type { Game } from '../community/game.ts'
import type { CommunityUser } from '../community/user.ts'
import { toActivity, toGame } from './community-rows.ts'
import type { RelationalDatabase } from './relational-database.ts'

/** Reads the public network's records. */
export class RelationalCommunityStore implements CommunityStore {
  readonly #database: RelationalDatabase

  constructor(database: RelationalDatabase) {
    this.#database = database
  }

  async games(after: number, limit: number): Promise<Game[]> {
    const rows = await this.#games()
      .where('games.key', '>', after)
      .orderBy('games.key')
      .limit(limit)
      .execute()
    return rows.map(toGame)
  }

  async gameById(id: string): Promise<Game | null> {
    const row = await this.#games().where('games.id', '=', id).executeTakeFirst()
    return row ? toGame(row) : null
  }

  async gameBySlug(slug: string): Promise<Game | null> {
    const row = await this.#games().where('games.slug', '=', slug).executeTakeFirst()
    return row ? toGame(row) : null
  }

  playersOf(gameKey: number, after: number, limit: number): Promise<CommunityUser[]> {
    return this.#database.publicReads
      .selectFrom('plays')
      .innerJoin('users', 'users.key', 'plays.userKey')
      .selectAll('users')
      .where('plays.gameKey', '=', gameKey)
      .where('plays.userKey', '>', after)
      .where('plays.withdrawnAtMs', 'is', null)
      .orderBy('plays.userKey')
      .limit(limit)
      .execute()
  }

  users(after: number, limit: number): Promise<CommunityUser[]> {
    return this.#database.publicReads
      .selectFrom('users')
      .selectAll()
      .where('key', '>', after)
      .where('closedAtMs', 'is', null)
      .orderBy('key')
      .limit(limit)
      .execute()
  }

  async userByUsername(username: string): Promise<CommunityUser | null> {
    const row = await this.#database.publicReads
      .selectFrom('users')
      .selectAll()
      .where('username', '=', username)
      .executeTakeFirst()
    return row ?? null
  }

  async gamesOf(userKey: number, after: number, limit: number): Promise<Game[]> {
    const rows = await this.#games()
      .innerJoin('plays', 'plays.gameKey', 'games.key')
      .where('plays.userKey', '=', userKey)
      .where('plays.gameKey', '>', after)
      .where('plays.withdrawnAtMs', 'is', null)
      .orderBy('plays.gameKey')
      .limit(limit)
      .execute()
    return rows.map(toGame)
  }

  async activity(
    stream: ActivityStream,
    after: StreamPosition | null,
    limit: number,
  ): Promise<Activity[]> {
    let query = this.#activity().where('withdrawnAtMs', 'is', null)
    if (stream.of === 'platform') query = query.where('activity.platform', '=', stream.platform)
    if (stream.of === 'game') query = query.where('gameKey', '=', stream.key)
    if (stream.of === 'user') query = query.where('userKey', '=', stream.key)
    if ('topic' in stream && stream.topic) query = query.where('topic', '=', stream.topic)
    if (after) {
      // One comparison of two columns is an index seek; with OR it would be a scan.
      query = query.where((e) =>
        e(
          e.refTuple('activity.createdAtMs', 'activity.key'),
          '<',
          e.tuple(after.createdAtMs, after.key),
        ),
      )
    }
    const rows = await query
      .orderBy('activity.createdAtMs', 'desc')
      .orderBy('activity.key', 'desc')
      .limit(limit)
      .execute()
    return rows.map(toActivity)
  }

  async activityById(id: string): Promise<Activity | 'withdrawn' | null> {
    const row = await this.#activity()
      .select('withdrawnAtMs')
      .where('activity.id', '=', id)
      .executeTakeFirst()
    if (!row) return null
    const { withdrawnAtMs, ...activity } = row
    return withdrawnAtMs === null ? toActivity(activity) : 'withdrawn'
  }

  #games() {
    return this.#database.publicReads
      .selectFrom('games')
      .leftJoin('apps', 'apps.key', 'games.appKey')
      .selectAll('games')
      .select([
        'apps.platform as appPlatform',
        'apps.appStoreId',
        'apps.appBundleId',
        'apps.androidPackage',
      ])
  }

  /** With outer joins, engines start with the stream's index instead of users or games. */
  #activity() {
    return this.#database.publicReads
      .selectFrom('activity')
      .leftJoin('users', 'users.key', 'activity.userKey')
      .leftJoin('games', 'games.key', 'activity.gameKey')
      .select([
        'activity.key',
        'activity.id',
        'activity.type',
        'activity.platform',
        'activity.createdAtMs',
        'activity.text',
        'users.id as userId',
        'users.username',
        'games.id as gameId',
        'games.name as gameName',
        'games.slug as gameSlug',
      ])
  }
}
