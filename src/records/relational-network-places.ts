import { sql } from 'kysely'
import type { NetworkPlaces } from '../connections/connection-store.ts'
import type { RelationalDatabase } from './relational-database.ts'

/** No place is taken further ahead: a network is left alone for a day at most. */
const longestMs = 90_000_000

/** Spaces the requests of all processes to networks, in the relational store. */
export class RelationalNetworkPlaces implements NetworkPlaces {
  readonly #database: RelationalDatabase

  constructor(database: RelationalDatabase) {
    this.#database = database
  }

  async reserve(accountKey: string, nowMs: number, gapMs: number): Promise<number> {
    const { next_at_ms } = await this.#database.writes
      .insertInto('network_places')
      .values({ account_key: accountKey, next_at_ms: nowMs + gapMs })
      .onConflict((conflict) =>
        conflict.column('account_key').doUpdateSet({
          next_at_ms: sql<number>`CASE
            WHEN network_places.next_at_ms > ${nowMs}
              AND network_places.next_at_ms <= ${nowMs + longestMs}
            THEN network_places.next_at_ms ELSE ${nowMs} END + ${gapMs}`,
        }),
      )
      .returning('next_at_ms')
      .executeTakeFirstOrThrow()
    return Number(next_at_ms) - gapMs
  }

  async pause(accountKey: string, untilMs: number): Promise<void> {
    await this.#database.writes
      .insertInto('network_places')
      .values({ account_key: accountKey, next_at_ms: untilMs })
      .onConflict((conflict) =>
        conflict
          .column('account_key')
          .doUpdateSet({ next_at_ms: untilMs })
          .where('network_places.next_at_ms', '<', untilMs),
      )
      .execute()
  }
}
