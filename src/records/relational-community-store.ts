import type { Activity } from '../community/activity.ts'
import type {
  ActivityStream,
  CommunityStore,
  StreamPosition,
} from '../community/community-store.ts'
import type { Game } from '../community/game.ts'
import type { CommunityUser } from '../community/user.ts'
import { toActivity, toGame, toUser } from './community-rows.ts'
import type { RelationalDatabase } from './relational-database.ts'

/** Reads the public network's records from the relational store. */
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

  async playersOf(gameKey: number, after: number, limit: number): Promise<CommunityUser[]> {
    const rows = await this.#database.publicReads
      .selectFrom('plays')
      .innerJoin('users', 'users.key', 'plays.user_key')
      .selectAll('users')
      .where('plays.game_key', '=', gameKey)
      .where('plays.user_key', '>', after)
      .where('plays.withdrawn_at_ms', 'is', null)
      .orderBy('plays.user_key')
      .limit(limit)
      .execute()
    return rows.map(toUser)
  }

  async users(after: number, limit: number): Promise<CommunityUser[]> {
    const rows = await this.#database.publicReads
      .selectFrom('users')
      .selectAll()
      .where('key', '>', after)
      .where('closed_at_ms', 'is', null)
      .orderBy('key')
      .limit(limit)
      .execute()
    return rows.map(toUser)
  }

  async userByUsername(username: string): Promise<CommunityUser | null> {
    const row = await this.#database.publicReads
      .selectFrom('users')
      .selectAll()
      .where('username', '=', username)
      .executeTakeFirst()
    return row ? toUser(row) : null
  }

  async gamesOf(userKey: number, after: number, limit: number): Promise<Game[]> {
    const rows = await this.#games()
      .innerJoin('plays', 'plays.game_key', 'games.key')
      .where('plays.user_key', '=', userKey)
      .where('plays.game_key', '>', after)
      .where('plays.withdrawn_at_ms', 'is', null)
      .orderBy('plays.game_key')
      .limit(limit)
      .execute()
    return rows.map(toGame)
  }

  async activity(
    stream: ActivityStream,
    after: StreamPosition | null,
    limit: number,
  ): Promise<Activity[]> {
    let query = this.#activity().where('withdrawn_at_ms', 'is', null)
    if (stream.of === 'platform') query = query.where('activity.platform', '=', stream.platform)
    if (stream.of === 'game') query = query.where('game_key', '=', stream.key)
    if (stream.of === 'user') query = query.where('user_key', '=', stream.key)
    if ('topic' in stream && stream.topic) query = query.where('topic', '=', stream.topic)
    if (after) {
      // One comparison of two columns is an index seek; with OR it would be a scan.
      query = query.where((e) =>
        e(
          e.refTuple('activity.created_at_ms', 'activity.key'),
          '<',
          e.tuple(after.createdAtMs, after.key),
        ),
      )
    }
    const rows = await query
      .orderBy('activity.created_at_ms', 'desc')
      .orderBy('activity.key', 'desc')
      .limit(limit)
      .execute()
    return rows.map(toActivity)
  }

  async activityById(id: string): Promise<Activity | 'withdrawn' | null> {
    const row = await this.#activity()
      .select('withdrawn_at_ms')
      .where('activity.id', '=', id)
      .executeTakeFirst()
    if (!row) return null
    return row.withdrawn_at_ms === null ? toActivity(row) : 'withdrawn'
  }

  #games() {
    return this.#database.publicReads
      .selectFrom('games')
      .leftJoin('apps', 'apps.key', 'games.app_key')
      .selectAll('games')
      .select([
        'apps.platform as app_platform',
        'apps.app_store_id',
        'apps.app_bundle_id',
        'apps.android_package',
      ])
  }

  /** With outer joins, engines start with the stream's index instead of users or games. */
  #activity() {
    return this.#database.publicReads
      .selectFrom('activity')
      .leftJoin('users', 'users.key', 'activity.user_key')
      .leftJoin('games', 'games.key', 'activity.game_key')
      .select([
        'activity.key',
        'activity.id',
        'activity.type',
        'activity.platform',
        'activity.created_at_ms',
        'activity.text',
        'users.id as user_id',
        'users.username',
        'games.id as game_id',
        'games.name as game_name',
        'games.slug as game_slug',
      ])
  }
}
