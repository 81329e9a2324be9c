import type { Selectable } from 'kysely'
import type { ActorKind, AuditAction, AuditEvent } from '../audit/audit-event.ts'
import type { AuditFilter, AuditLog, StoredAuditEvent } from '../audit/audit-log.ts'
import type { RelationalDatabase } from './relational-database.ts'
import type { AuditEventsTable } from './tables/tables.ts'

/** Few enough that one statement never keeps requests waiting. */
const removedAtOnce = 1_000

/** Stores the audit log in the relational store. */
export class RelationalAuditLog implements AuditLog {
  readonly #database: Pick<RelationalDatabase, 'reads' | 'writes'>

  constructor(database: Pick<RelationalDatabase, 'reads' | 'writes'>) {
    this.#database = database
  }

  async append({ atMs, action, actor, account, facts }: AuditEvent): Promise<void> {
    await this.#database.writes
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
}

const toEvent = (row: Selectable<AuditEventsTable>): StoredAuditEvent => ({
  id: row.id,
  atMs: row.atMs,
  action: row.action as AuditAction,
  actor: {
    kind: row.actor as ActorKind,
    address: row.address,
    ...(row.actorName !== null && { name: row.actorName }),
  },
  account: row.username,
  facts: JSON.parse(row.facts),
})
