import type { Generated } from 'kysely'

/** Where messages of an account go. */
export interface ChannelsTable {
  id: Generated<number>
  accountId: number
  name: string
  kind: string
  /** What is shown of it: a mail address, or the host of an address that is itself a secret. */
  target: string
  /** An object in JSON, encrypted; null for mail. */
  secretsSealed: Uint8Array | null
  /** Of the token in mails that ends them; null for all others. */
  unsubscribeHash: Uint8Array | null
  /** A JSON list of types of messages. */
  events: string
  /** The user whose access decides what a mail has; null where the channel is of the whole account. */
  userId: number | null
  /** An object in JSON. */
  settings: string
  state: string
  /** Null while deliveries succeed. */
  failingSinceMs: number | null
  lastError: string | null
  createdAtMs: number
  createdBy: string | null
}

/** What happened, as it is told. The same event always has the same id. */
export interface MessagesTable {
  id: string
  accountId: number
  type: string
  madeAtMs: number
  /** An object in JSON. */
  data: string
  subject: string
  bodyText: string
  bodyHtml: string | null
}

/** The way of a message into a channel. */
export interface DeliveriesTable {
  messageId: string
  channelId: number
  accountId: number
  /** JSON: the apps that its user has to see; null for all. */
  apps: string | null
  state: string
  attempts: number
  nextAtMs: number
  lastError: string | null
  endedAtMs: number | null
}

/** One row: the last ledger entry that messages were written for. */
export interface MessageProgressTable {
  id: number
  generation: number
  entry: number
}

/** Rules of accounts. Those with the name of a default rule replace it. */
export interface AlertRulesTable {
  id: Generated<number>
  accountId: number
  name: string
  kind: string
  /** An object in JSON. */
  settings: string
  /** 1 or 0. */
  isOn: number
  changedBy: string | null
  changedAtMs: number
}

/** A cause that a rule found, from when it was seen until it ended. */
export interface AlertsTable {
  id: Generated<number>
  accountId: number
  /** The name of the rule. */
  rule: string
  /** Tells it from other causes of the rule. */
  cause: string
  /** Null where it is not about an app. */
  appKey: number | null
  sinceMs: number
  /** Null as long as it has not lasted long enough to be told. */
  firedAtMs: number | null
  resolvedAtMs: number | null
  /** An object in JSON. */
  facts: string
  acknowledgedBy: string | null
  acknowledgedAtMs: number | null
}

/** When the figures of accounts were last looked at for alerts. */
export interface AlertLooksTable {
  accountId: number
  generation: number
  firstMs: number
  lookMs: number
}

/** Digests that were sent, with what they said. */
export interface DigestSendsTable {
  channelId: number
  period: string
  lastDay: number
  accountId: number
  sentAtMs: number
  /** The ledger entry and generation of the state that it showed last. */
  entry: number
  generation: number
  /** An object in JSON. */
  sums: string
  corrections: number
}

/** Citations under a short name. */
export interface SavedCitationsTable {
  id: string
  accountId: number
  citation: string
  savedBy: string | null
  savedAtMs: number
}

export interface MessageTables {
  channels: ChannelsTable
  messages: MessagesTable
  deliveries: DeliveriesTable
  messageProgress: MessageProgressTable
  alertRules: AlertRulesTable
  alerts: AlertsTable
  alertLooks: AlertLooksTable
  digestSends: DigestSendsTable
  savedCitations: SavedCitationsTable
}
