import { dayMs } from '../values/day.ts'
import type { Actor, AuditEvent, AuditFacts, AuditRecord } from './audit-event.ts'
import type { AuditFilter, AuditLog, StoredAuditEvent } from './audit-log.ts'
import { RepeatLimit } from './repeat-limit.ts'

/** Longest username of an account. */
const maxAccountCharacters = 64
/** Longest login of a user. */
const maxNameCharacters = 254
const maxTextCharacters = 200
export const maxListItems = 20
/** How long to wait for a record. After that it is still written, but nobody waits. */
const patienceMs = 10_000

/** Records who did what. A record that cannot be written never fails what it is about. */
export class Audit {
  readonly #log: AuditLog
  readonly #now: () => Date
  readonly #warn: (message: string) => void
  readonly #limit = new RepeatLimit()

  /** @param warn receives what could not be recorded */
  constructor(log: AuditLog, now: () => Date, warn: (message: string) => void) {
    this.#log = log
    this.#now = now
    this.#warn = warn
  }

  /** Records what an actor did. Texts are shortened, and control characters replaced. */
  async record(
    actor: Actor,
    records: readonly AuditRecord[] | Promise<readonly AuditRecord[]>,
  ): Promise<void> {
    const written = this.#try('An event is missing from the audit log', async () => {
      for (const { action, account, facts } of await records) {
        await this.#append(
          this.#limit.admit({
            atMs: this.#now().getTime(),
            actor:
              actor.name === undefined
                ? actor
                : { ...actor, name: clean(actor.name, maxNameCharacters) },
            action,
            account: account === null ? null : clean(account, maxAccountCharacters),
            facts: bound(facts),
          }),
        )
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
  page(before: number | null, limit: number, filter: AuditFilter): Promise<StoredAuditEvent[]> {
    return this.#log.page(before, limit, filter)
  }

  /**
   * Removes the events that are older than so many days. A clock that is ahead removes none that were not
   * so much older than the newest event.
   */
  async removeOld(keptDays: number): Promise<void> {
    await this.#try('Old events of the audit log were not removed', async () => {
      const [newest] = await this.#log.page(null, 1, {})
      if (!newest) return
      const nowMs = Math.min(this.#now().getTime(), newest.atMs)
      await this.#log.removeBefore(nowMs - keptDays * dayMs)
    })
  }

  async #append(events: readonly AuditEvent[]): Promise<void> {
    for (const event of events) await this.#log.append(event)
  }

  async #try(failure: string, work: () => Promise<void>): Promise<void> {
    try {
      await work()
    } catch (error) {
      this.#warn(`${failure}: ${(error as Error).message}`)
    }
  }
}

/** Waits for work that never fails, but only so long. */
function atMost(ms: number, work: Promise<void>): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  const timer = setTimeout(resolve, ms)
  return Promise.race([work, promise]).finally(() => clearTimeout(timer))
}

function bound(facts: AuditFacts): AuditFacts {
  const bounded = Object.entries(facts).map(([name, value]) => {
    if (typeof value === 'string') return [name, clean(value, maxTextCharacters)]
    if (typeof value !== 'object') return [name, value]
    return [name, value.slice(0, maxListItems).map((text) => clean(text, maxTextCharacters))]
  })
  return Object.fromEntries(bounded) as AuditFacts
}

/** Control characters would reach the operator's terminal; PostgreSQL stores neither NUL nor half characters. */
const clean = (text: string, maxCharacters: number): string =>
  text
    .slice(0, maxCharacters)
    .toWellFormed()
    .replace(/\p{Cc}/gu, '\ufffd')
