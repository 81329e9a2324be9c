import type { AuditAction, AuditEvent } from './audit-event.ts'

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

/** PORT: stores the events of the audit log. Events are added and, when they are old, removed. */
export interface AuditLog {
  append(event: AuditEvent): Promise<void>
  /** The newest first. @param before only events with a smaller id; null for the newest */
  page(before: number | null, limit: number, filter: AuditFilter): Promise<StoredAuditEvent[]>
  /**
   * Removes the events before an instant, except those that were recorded after a later one: their clock was
   * behind.
   *
   * @returns how many there were
   */
  removeBefore(atMs: number): Promise<number>
}
