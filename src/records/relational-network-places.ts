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
    const { nextAtMs } = await this.#database.writes
      .insertInto('networkPlaces')
      .values({ accountKey, nextAtMs: nowMs + gapMs })
      .onConflict((conflict) =>
        conflict.column('accountKey').doUpdateSet({
          nextAtMs: sql<number>`CASE
            WHEN network_places.next_at_ms > ${nowMs}
              AND network_places.next_at_ms <= ${nowMs + longestMs}
            THEN network_places.next_at_ms ELSE ${nowMs} END + ${gapMs}`,
        }),
      )
      .returning('nextAtMs')
      .executeTakeFirstOrThrow()
    return Number(nextAtMs) - gapMs
  }

  async pause(accountKey: string, untilMs: number): Promise<void> {
    await this.#database.writes
      .insertInto('networkPlaces')
      .values({ accountKey, nextAtMs: untilMs })
      .onConflict((conflict) =>
        conflict
          .column('accountKey')
          .doUpdateSet({ nextAtMs: untilMs })
          .where('networkPlaces.nextAtMs', '<', untilMs),
      )
      .execute()
  }
}
