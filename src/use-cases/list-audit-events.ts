import { Type } from 'typebox'
import {
  type ActorKind,
  type AuditAction,
  type AuditFacts,
  auditActions,
} from '../audit/audit-event.ts'
import type { StoredAuditEvent } from '../records/audit-log.ts'
import { formatInstant } from '../values/instant.ts'
import { entryId, moment, momentMs, oneOf, text, wholeNumber } from './fields.ts'
import { readsOnly, useCase } from './use-case.ts'

/** An event of the audit log. */
export interface AuditEventView {
  readonly id: number
  readonly at: string
  readonly action: AuditAction
  readonly actor: ActorKind
  /** Of the user, the key or the link; null when there is none. */
  readonly name: string | null
  /** The client's network; null for commands and the inbox. */
  readonly address: string | null
  /** The account concerned; null for none. */
  readonly account: string | null
  readonly facts: AuditFacts
}

/** The audit log of all accounts, the newest event first. */
export const listAuditEvents = useCase({
  name: 'list-audit-events',
  request: {
    /** Every account's when absent. The account need not exist. */
    account: Type.Optional(text(64, 'a username')),
    /** The first instant, or the first day in UTC. */
    since: Type.Optional(moment),
    action: Type.Optional(oneOf(auditActions)),
    /** Continues below this id; begins with the newest when absent. */
    before: Type.Optional(entryId),
    limit: wholeNumber(1, 10_000),
  },
  audit: readsOnly,
  run: async (
    { audit },
    { account, since, action, before = null, limit },
  ): Promise<AuditEventView[]> => {
    const events = await audit.page(before, limit, {
      ...(account !== undefined && { account }),
      ...(action !== undefined && { action }),
      ...(since !== undefined && { sinceMs: momentMs(since) }),
    })
    return events.map(toView)
  },
})

const toView = ({ id, atMs, action, actor, account, facts }: StoredAuditEvent): AuditEventView => ({
  id,
  at: formatInstant(atMs),
  action,
  actor: actor.kind,
  name: actor.name ?? null,
  address: actor.address,
  account,
  facts,
})
