import { sql } from 'kysely'
import type { RelationalDatabase } from './relational-database.ts'

/** No place is taken further ahead: a network is left alone for a day at most. */
const longestMs = 90_000_000

/** Spaces the requests of all processes to networks' accounts. */
export class NetworkPlaces {
  readonly #database: RelationalDatabase

  constructor(database: RelationalDatabase) {
    this.#database = database
  }

  /**
   * Takes the next place for a request to a network account, with a gap to the request before. A place that is
   * more than 25 hours away is of a clock that was ahead, and does not count.
   *
   * @returns when the request may be sent
   */
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
    return nextAtMs - gapMs
  }

  /** Keeps all requests to a network account waiting. */
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
