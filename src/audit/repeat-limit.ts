import type { ActorKind, AuditAction, AuditEvent } from './audit-event.ts'

/** After so long, repeated events are recorded one by one again. */
export const repeatWindowMs = 900_000
/** Events of one action, actor and address that a window records one by one. */
export const maxAlike = 20
/** Events of one kind of actor that a window records one by one. */
export const maxOfKind = 1_000

/** All others change something, and are never without their details. */
const condensed: ReadonlySet<AuditAction> = new Set([
  ...(['sign_in', 'sign_in_failed', 'sign_out', 'set_up_failed'] as const),
  ...(['figures_exported', 'figures_imported', 'apps_imported', 'community_imported'] as const),
])

interface Group {
  recorded: number
  repeated: number
  /** The last event that was not recorded. */
  last: AuditEvent
}

/**
 * Bounds how many sign-ins, exports and imports clients can have recorded. Within a window, events that are alike are
 * recorded up to a limit. The others are counted, and become one event when the window ends. Other events, and events
 * without an address, are always recorded.
 */
export class RepeatLimit {
  readonly #groups = new Map<string, Group>()
  readonly #recordedOf = new Map<ActorKind, number>()
  #windowEndsAtMs = 0

  /** @returns what to append now: the counted events of a window that has ended, and this event */
  admit(event: AuditEvent): AuditEvent[] {
    if (event.actor.address === null || !condensed.has(event.action)) return [event]
    const counted = event.atMs >= this.#windowEndsAtMs ? this.drain() : []
    if (this.#groups.size === 0) this.#windowEndsAtMs = event.atMs + repeatWindowMs
    return this.#count(event) ? [...counted, event] : counted
  }

  /** Ends the window. @returns for each group of events that were only counted the last one, with their number */
  drain(): AuditEvent[] {
    const counted = [...this.#groups.values()].filter(({ repeated }) => repeated > 0)
    this.#groups.clear()
    this.#recordedOf.clear()
    return counted.map(({ last, repeated }) => ({ ...last, facts: { ...last.facts, repeated } }))
  }

  /** @returns whether the event is to be recorded */
  #count(event: AuditEvent): boolean {
    const { kind } = event.actor
    const ofKind = this.#recordedOf.get(kind) ?? 0
    const group = this.#groupOf(event, ofKind < maxOfKind)
    if (ofKind >= maxOfKind || group.recorded >= maxAlike) {
      group.repeated++
      group.last = { ...group.last, atMs: event.atMs, facts: event.facts }
      return false
    }
    group.recorded++
    this.#recordedOf.set(kind, ofKind + 1)
    return true
  }

  /** @param mayAdd whether there is room for another group; else events without one share one */
  #groupOf(event: AuditEvent, mayAdd: boolean): Group {
    const own = withoutTyped(event)
    const isAlone = mayAdd || this.#groups.has(keyOf(own))
    const last = isAlone ? own : withoutOrigin(own)
    const group = this.#groups.get(keyOf(last)) ?? { recorded: 0, repeated: 0, last }
    this.#groups.set(keyOf(last), group)
    return group
  }
}

/** A visitor types any username, so all failures of an address are alike. */
const withoutTyped = (event: AuditEvent): AuditEvent =>
  event.actor.kind === 'visitor' ? { ...event, account: null } : event

const withoutOrigin = ({ actor, ...event }: AuditEvent): AuditEvent => ({
  ...event,
  account: null,
  actor: { kind: actor.kind, address: null },
})

/** A wrong code needs the right password, so wrong passwords do not hide it. */
const keyOf = ({ action, account, actor, facts }: AuditEvent): string =>
  JSON.stringify([
    action,
    actor.kind,
    actor.name,
    actor.address,
    account,
    facts.reason === 'wrong_code',
  ])
