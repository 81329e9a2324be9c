import type { Selectable } from 'kysely'
import type { Actor, AuditAction, AuditEvent, AuditRecord } from '../audit/audit-event.ts'
import { boundRecord } from '../audit/bound-record.ts'
import { RepeatLimit } from '../audit/repeat-limit.ts'
import { dayMs } from '../values/day.ts'
import type { RelationalDatabase } from './relational-database.ts'
import type { AuditEventsTable } from './tables/tables.ts'

/** Which events a page contains. */
export interface AuditFilter {
  /** Only events about this username. */
  readonly account?: string
  readonly action?: AuditAction
  /** Only events at this instant or later. */
  readonly sinceMs?: number
}

export interface StoredAuditEvent extends AuditEvent {
  /** Grows with each event. */
  readonly id: number
}

/** Few enough that one statement never keeps requests waiting. */
const removedAtOnce = 1_000
/** How long to wait for a record. After that it is still written, but nobody waits. */
const patienceMs = 10_000

/** Records who did what. A record that cannot be written never fails what it is about. */
export class AuditLog {
  readonly #database: RelationalDatabase
  readonly #now: () => Date
  readonly #warn: (message: string) => void
  readonly #limit = new RepeatLimit()

  /** @param warn receives what could not be recorded */
  constructor(database: RelationalDatabase, now: () => Date, warn: (message: string) => void) {
    this.#database = database
    this.#now = now
    this.#warn = warn
  }

  /** Records what an actor did. Texts are shortened, and control characters replaced. */
  async record(
    actor: Actor,
    records: readonly AuditRecord[] | Promise<readonly AuditRecord[]>,
  ): Promise<void> {
    const written = this.#try('An event is missing from the audit log', async () => {
      for (const record of await records) {
        const event = { atMs: this.#now().getTime(), ...boundRecord(record, actor) }
        await this.#append(this.#limit.admit(event))
      }
    })
    await atMost(patienceMs, written)
  }

  /** Writes the events that were only counted so far. */
  async flush(): Promise<void> {
    const events = this.#limit.drain()
    await this.#try('Events are missing from the audit log', () => this.#append(events))
  }

  /** The newest events first. @param before only events with a smaller id; null for the newest */
  async page(
    before: number | null,
    limit: number,
    { account, action, sinceMs }: AuditFilter,
  ): Promise<StoredAuditEvent[]> {
    let query = this.#database.reads.selectFrom('auditEvents').selectAll()
    if (before !== null) query = query.where('id', '<', before)
    if (account !== undefined) query = query.where('username', '=', account)
    if (action !== undefined) query = query.where('action', '=', action)
    if (sinceMs !== undefined) query = query.where('atMs', '>=', sinceMs)
    return (await query.orderBy('id', 'desc').limit(limit).execute()).map(toEvent)
  }

  /**
   * Removes the events that are older than so many days. A clock that is ahead removes none that were not
   * so much older than the newest event.
   */
  async removeOld(keptDays: number): Promise<void> {
    await this.#try('Old events of the audit log were not removed', async () => {
      const [newest] = await this.page(null, 1, {})
      if (!newest) return
      const nowMs = Math.min(this.#now().getTime(), newest.atMs)
      await this.removeBefore(nowMs - keptDays * dayMs)
    })
  }

  /**
   * Removes the events before an instant, except those that were recorded after a later one: their clock was
   * behind.
   *
   * @returns how many there were
   */
  async removeBefore(atMs: number): Promise<number> {
    const kept = await this.#database.reads
      .selectFrom('auditEvents')
      .select('id')
      .where('atMs', '>=', atMs)
      .orderBy('id')
      .limit(1)
      .executeTakeFirst()
    let removed = 0
    for (;;) {
      const oldest = this.#database.writes
        .selectFrom('auditEvents')
        .select('id')
        .where('atMs', '<', atMs)
        .where('id', '<', kept?.id ?? Number.MAX_SAFE_INTEGER)
        .orderBy('atMs')
        .limit(removedAtOnce)
      const { numDeletedRows } = await this.#database.writes
        .deleteFrom('auditEvents')
        .where('id', 'in', oldest)
        .executeTakeFirstOrThrow()
      removed += Number(numDeletedRows)
      if (numDeletedRows < removedAtOnce) return removed
    }
  }

  async #append(events: readonly AuditEvent[]): Promise<void> {
    for (const event of events) await appendEvent(this.#database, event)
  }

  async #try(failure: string, work: () => Promise<void>): Promise<void> {
    try {
      await work()
    } catch (error) {
      this.#warn(`${failure}: ${(error as Error).message}`)
    }
  }
}

/** Adds an event, for example in the transaction that it is about. */
export async function appendEvent(
  { writes }: Pick<RelationalDatabase, 'writes'>,
  { atMs, action, actor, account, facts }: AuditEvent,
): Promise<void> {
  await writes
    .insertInto('auditEvents')
    .values({
      atMs,
      action,
      actor: actor.kind,
      actorName: actor.name ?? null,
      username: account,
      address: actor.address,
      facts: JSON.stringify(facts),
    })
    .execute()
}

/** Waits for work that never fails, but only so long. */
function atMost(ms: number, work: Promise<void>): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  const timer = setTimeout(resolve, ms)
  return Promise.race([work, promise]).finally(() => clearTimeout(timer))
}

const toEvent = (row: Selectable<AuditEventsTable>): StoredAuditEvent => ({
  id: row.id,
  atMs: row.atMs,
  action: row.action,
  actor: {
    kind: row.actor,
    address: row.address,
    ...(row.actorName !== null && { name: row.actorName }),
  },
  account: row.username,
  facts: JSON.parse(row.facts),
})
