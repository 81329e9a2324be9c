import type { Transaction } from 'kysely'
import type { ActivityDetails } from '../community/activity.ts'
import { topicOf } from '../community/activity.ts'
import type { GameDetails } from '../community/game.ts'
import type { UserDetails } from '../community/user.ts'
import { PlayCounts } from './play-counts.ts'
import { putGame, type RefusedRecord } from './put-game.ts'
import type { RelationalDatabase } from './relational-database.ts'
import { resolveUsernameConflicts } from './resolve-username-conflicts.ts'
import type { Tables } from './tables/tables.ts'

/** The outcome of a batch. Records with a new id are added, the others updated. */
export interface PutOutcome {
  readonly added: number
  readonly updated: number
  /** Records that were not written; all others were. */
  readonly refused: readonly RefusedRecord[]
}

/** Writes the public network's records. */
export class CommunityWriter {
  readonly #database: RelationalDatabase
  readonly #now: () => Date

  constructor(database: RelationalDatabase, now: () => Date) {
    this.#database = database
    this.#now = now
  }

  /** Runs the work in one transaction, which is rolled back when it throws. */
  write<Result>(work: (session: CommunitySession) => Promise<Result>): Promise<Result> {
    return this.#database.withLock(['records'], async (transaction) => {
      const session = new CommunitySession(transaction, this.#now().getTime())
      const result = await work(session)
      await session.finish()
      return result
    })
  }
}

/**
 * Writes records within a transaction. A record replaces an earlier one with the same id. Counts of
 * players, check-ins and games are updated before the commit.
 */
export class CommunitySession {
  readonly #transaction: Transaction<Tables>
  readonly #nowMs: number
  readonly #counts: PlayCounts

  constructor(transaction: Transaction<Tables>, nowMs: number) {
    this.#transaction = transaction
    this.#nowMs = nowMs
    this.#counts = new PlayCounts(transaction)
  }

  async putGames(games: readonly GameDetails[]): Promise<PutOutcome> {
    const refused: RefusedRecord[] = []
    let added = 0
    for (const [index, game] of games.entries()) {
      const outcome = await putGame(this.#transaction, game, this.#nowMs)
      if (typeof outcome === 'object') refused.push({ index, ...outcome })
      else if (outcome === 'added') added++
    }
    return { added, updated: games.length - added - refused.length, refused }
  }

  async putUsers(users: readonly UserDetails[]): Promise<PutOutcome> {
    if (users.length === 0) return { added: 0, updated: 0, refused: [] }
    const ids = users.map(({ id }) => id)
    const usernames = users.map(({ username }) => username)
    const present = await this.#transaction
      .selectFrom('users')
      .select(['key', 'id', 'username', 'closedAtMs'])
      .where((e) => e.or([e('id', 'in', ids), e('username', 'in', usernames)]))
      .execute()
    const before = new Map(present.map((user) => [user.id, user]))
    const { kept, refused } = resolveUsernameConflicts(users, present)
    if (kept.size === 0) return { added: 0, updated: 0, refused }
    await this.#releaseUsernames(
      [...kept.values()].filter(
        ({ id, username }) => before.has(id) && before.get(id)!.username !== username,
      ),
    )
    const rows = await this.#transaction
      .insertInto('users')
      .values([...kept.values()])
      .onConflict((conflict) =>
        conflict.column('id').doUpdateSet((e) => ({
          username: e.ref('excluded.username'),
          displayName: e.ref('excluded.displayName'),
          avatarUrl: e.ref('excluded.avatarUrl'),
          countryCode: e.ref('excluded.countryCode'),
          joinedAtMs: e.ref('excluded.joinedAtMs'),
          closedAtMs: e.ref('excluded.closedAtMs'),
        })),
      )
      .returning(['key', 'id', 'closedAtMs'])
      .execute()
    for (const { key, id, closedAtMs } of rows) {
      const old = before.get(id)
      if (old && (old.closedAtMs === null) !== (closedAtMs === null)) {
        await this.#withdraw(key, closedAtMs)
      }
    }
    const added = [...kept.keys()].filter((id) => !before.has(id)).length
    return { added, updated: users.length - refused.length - added, refused }
  }

  async putActivity(activity: readonly ActivityDetails[]): Promise<PutOutcome> {
    if (activity.length === 0) return { added: 0, updated: 0, refused: [] }
    const users = await this.#usersByIds(activity.map(({ userId }) => userId))
    const games = await this.#gamesByIds(activity.flatMap(({ gameId }) => gameId ?? []))
    const refused: RefusedRecord[] = []
    const rows = new Map<string, ReturnType<typeof toActivityRow>>()
    for (const [index, record] of activity.entries()) {
      const user = users.get(record.userId)
      const gameKey = record.gameId === null ? null : games.get(record.gameId)
      if (!user) refused.push({ index, member: 'user_id', accepts: 'the id of a user' })
      if (gameKey === undefined) {
        refused.push({ index, member: 'game_id', accepts: 'the id of a game' })
      }
      if (user && gameKey !== undefined) rows.set(record.id, toActivityRow(record, user, gameKey))
    }
    const refusedRows = new Set(refused.map(({ index }) => index)).size
    if (rows.size === 0) return { added: 0, updated: 0, refused }
    const before = await this.#transaction
      .selectFrom('activity')
      .select(['gameKey', 'userKey', 'type'])
      .where('id', 'in', [...rows.keys()])
      .execute()
    await this.#transaction
      .insertInto('activity')
      .values([...rows.values()])
      .onConflict((conflict) =>
        conflict.column('id').doUpdateSet((e) => ({
          type: e.ref('excluded.type'),
          topic: e.ref('excluded.topic'),
          platform: e.ref('excluded.platform'),
          createdAtMs: e.ref('excluded.createdAtMs'),
          userKey: e.ref('excluded.userKey'),
          gameKey: e.ref('excluded.gameKey'),
          text: e.ref('excluded.text'),
          withdrawnAtMs: e.ref('excluded.withdrawnAtMs'),
        })),
      )
      .execute()
    for (const row of before) this.#counts.add(row, -1)
    for (const row of rows.values()) this.#counts.add(row, 1)
    await this.#counts.writeWhenMany()
    const added = rows.size - before.length
    return { added, updated: activity.length - refusedRows - added, refused }
  }

  /** Frees the usernames of users before their update, because two users may swap usernames. */
  async #releaseUsernames(users: readonly UserDetails[]): Promise<void> {
    for (const { id } of users) {
      // No username begins with a space.
      await this.#transaction
        .updateTable('users')
        .set({ username: ` ${id}` })
        .where('id', '=', id)
        .execute()
    }
  }

  /** Brings all counts up to date. */
  finish(): Promise<void> {
    return this.#counts.finish()
  }

  /** Hides the activity of a user who closed the account, or shows it again. */
  async #withdraw(userKey: number, closedAtMs: number | null): Promise<void> {
    for (const table of ['activity', 'plays'] as const) {
      await this.#transaction
        .updateTable(table)
        .set({ withdrawnAtMs: closedAtMs })
        .where('userKey', '=', userKey)
        .execute()
    }
    await this.#counts.touchUser(userKey)
  }

  async #usersByIds(ids: readonly string[]) {
    const rows = await this.#transaction
      .selectFrom('users')
      .select(['id', 'key', 'closedAtMs'])
      .where('id', 'in', [...new Set(ids)])
      .execute()
    return new Map(rows.map((row) => [row.id, row]))
  }

  async #gamesByIds(ids: readonly string[]): Promise<Map<string, number>> {
    if (ids.length === 0) return new Map()
    const rows = await this.#transaction
      .selectFrom('games')
      .select(['id', 'key'])
      .where('id', 'in', [...new Set(ids)])
      .execute()
    return new Map(rows.map(({ id, key }) => [id, key]))
  }
}

function toActivityRow(
  record: ActivityDetails,
  user: { readonly key: number; readonly closedAtMs: number | null },
  gameKey: number | null,
) {
  return {
    id: record.id,
    type: record.type,
    topic: topicOf(record.type),
    platform: record.platform,
    createdAtMs: record.createdAtMs,
    userKey: user.key,
    gameKey,
    text: record.text,
    withdrawnAtMs: user.closedAtMs,
  }
}
