import type { Generated } from 'kysely'
import type { ActorKind, AuditAction } from '../../audit/audit-event.ts'
import type { AccountTables } from './account-tables.ts'
import type { CommunityTables } from './community-tables.ts'
import type { ConnectionTables } from './connection-tables.ts'
import type { DestinationTables } from './destination-tables.ts'
import type { ImportTables } from './import-tables.ts'
import type { LedgerTables } from './ledger-tables.ts'
import type { MessageTables } from './message-tables.ts'
import type { PartnerTables } from './partner-tables.ts'
import type { SettlementTables } from './settlement-tables.ts'
import type { UserTables } from './user-tables.ts'

/** Events: actions and their actors. */
export interface AuditEventsTable {
  id: Generated<number>
  atMs: number
  action: AuditAction
  actor: ActorKind
  /** Of the user, the key or the link; null when there is none. */
  actorName: Generated<string | null>
  /** The account concerned; null for none. It need not exist. */
  username: string | null
  /** The client's network; null for commands and the inbox. */
  address: string | null
  /** An object in JSON. */
  facts: string
}

/** One row: which figures and secret the records belong to. Texts are empty until they are paired. */
export interface InstallationTable {
  /** Of the figures. */
  identity: string
  /** Made from the identity with the secret. */
  secretCheck: string
  /** When stores were last restored, in seconds since 1970; 0 for never. */
  generation: number
  /** How often the stores were paired, and the random name of the last time. */
  turn: number
  token: string
  /** The name that the figures are being given; empty when they are not. */
  nextToken: string
}

/** All tables of the relational store, by name. */
export interface Tables
  extends AccountTables,
    UserTables,
    CommunityTables,
    LedgerTables,
    ImportTables,
    ConnectionTables,
    SettlementTables,
    MessageTables,
    DestinationTables,
    PartnerTables {
  auditEvents: AuditEventsTable
  installation: InstallationTable
}
