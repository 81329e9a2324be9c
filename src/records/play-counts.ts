import { setImmediate } from 'node:timers/promises'
import type { Transaction } from 'kysely'
import { batchesOf } from './batches-of.ts'
import type { Tables } from './tables/tables.ts'

/** The change of one user's activity in one game. */
interface PlayChange {
  readonly gameKey: number
  readonly userKey: number
  activity: number
  checkins: number
}

const rowsPerStatement = 250
/** Changes are collected in memory up to this number. */
const maxChangesInMemory = 20_000

/**
 * Updates `plays`, and the counts of games and users that are derived from it, when a transaction
 * changes activity.
 */
export class PlayCounts {
  readonly #transaction: Transaction<Tables>
  readonly #changes = new Map<string, PlayChange>()
  readonly #games = new Set<number>()
  readonly #users = new Set<number>()

  constructor(transaction: Transaction<Tables>) {
    this.#transaction = transaction
  }

  /** @param times 1 for an added record, −1 for a removed one */
  add(
    row: { readonly gameKey: number | null; readonly userKey: number; readonly type: string },
    times: 1 | -1,
  ): void {
    const { gameKey, userKey } = row
    if (gameKey === null) return
    const key = `${gameKey}:${userKey}`
    const change = this.#changes.get(key) ?? { gameKey, userKey, activity: 0, checkins: 0 }
    change.activity += times
    if (row.type === 'checkin') change.checkins += times
    this.#changes.set(key, change)
  }

  /** Call when a user's account was closed or opened again. */
  async touchUser(userKey: number): Promise<void> {
    await this.#write()
    this.#users.add(userKey)
    const games = await this.#transaction
      .selectFrom('plays')
      .select('gameKey')
      .where('userKey', '=', userKey)
      .execute()
    for (const { gameKey } of games) this.#games.add(gameKey)
  }

  async writeWhenMany(): Promise<void> {
    if (this.#changes.size > maxChangesInMemory) await this.#write()
  }

  /** Writes the collected changes, then all affected counts. */
  async finish(): Promise<void> {
    await this.#write()
    for (const keys of batchesOf([...this.#games], rowsPerStatement)) {
      await setImmediate()
      await this.#transaction
        .deleteFrom('plays')
        .where('gameKey', 'in', keys)
        .where('activityCount', '=', 0)
        .execute()
      await this.#transaction
        .updateTable('games')
        .set((e) => {
          const plays = e
            .selectFrom('plays')
            .whereRef('plays.gameKey', '=', 'games.key')
            .where('plays.withdrawnAtMs', 'is', null)
          return {
            playersCount: plays.select((p) => p.fn.countAll<number>().as('count')),
            checkinsCount: plays.select((p) =>
              p.fn.coalesce(p.fn.sum<number>('checkinsCount'), p.lit(0)).as('sum'),
            ),
          }
        })
        .where('key', 'in', keys)
        .execute()
    }
    for (const keys of batchesOf([...this.#users], rowsPerStatement)) {
      await setImmediate()
      await this.#transaction
        .updateTable('users')
        .set((e) => {
          const plays = e
            .selectFrom('plays')
            .whereRef('plays.userKey', '=', 'users.key')
            .where('plays.withdrawnAtMs', 'is', null)
          return {
            gamesCount: plays.select((p) => p.fn.countAll<number>().as('count')),
            checkinsCount: plays.select((p) =>
              p.fn.coalesce(p.fn.sum<number>('checkinsCount'), p.lit(0)).as('sum'),
            ),
          }
        })
        .where('key', 'in', keys)
        .execute()
    }
  }

  async #write(): Promise<void> {
    const changes = [...this.#changes.values()]
    this.#changes.clear()
    for (const { gameKey, userKey } of changes) {
      this.#games.add(gameKey)
      this.#users.add(userKey)
    }
    for (const some of batchesOf(changes, rowsPerStatement)) {
      // SQLite runs in this thread, so requests are answered between statements.
      await setImmediate()
      const closed = await this.#closedUsers(some)
      await this.#transaction
        .insertInto('plays')
        .values(
          some.map(({ gameKey, userKey, activity, checkins }) => ({
            gameKey,
            userKey,
            activityCount: activity,
            checkinsCount: checkins,
            withdrawnAtMs: closed.get(userKey) ?? null,
          })),
        )
        .onConflict((conflict) =>
          conflict.columns(['gameKey', 'userKey']).doUpdateSet((e) => ({
            activityCount: e('plays.activityCount', '+', e.ref('excluded.activityCount')),
            checkinsCount: e('plays.checkinsCount', '+', e.ref('excluded.checkinsCount')),
          })),
        )
        .execute()
    }
  }

  async #closedUsers(changes: readonly PlayChange[]): Promise<Map<number, number | null>> {
    const rows = await this.#transaction
      .selectFrom('users')
      .select(['key', 'closedAtMs'])
      .where('key', 'in', [...new Set(changes.map(({ userKey }) => userKey))])
      .where('closedAtMs', 'is not', null)
      .execute()
    return new Map(rows.map(({ key, closedAtMs }) => [key, closedAtMs]))
  }
}
