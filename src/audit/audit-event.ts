/** The actions that the audit log records, in the past tense where they are no nouns. */
export const auditActions = [
  'sign_in',
  'sign_in_failed',
  'sign_out',
  'setup_link_created',
  'set_up',
  'set_up_failed',
  'account_created',
  'account_disabled',
  'account_enabled',
  'account_renamed',
  'account_deleted',
  'primary_source_set',
  'key_created',
  'key_revealed',
  'key_narrowed',
  'key_rotated',
  'key_revoked',
  'link_created',
  'link_revoked',
  'password_set',
  'provider_linked',
  'user_invited',
  'user_joined',
  'role_set',
  'user_removed',
  'invitation_withdrawn',
  'second_factor_set',
  'second_factor_removed',
  'session_ended',
  'apps_imported',
  'app_renamed',
  'app_archived',
  'app_unarchived',
  'app_deleted',
  'apps_merged',
  'app_linked',
  'app_unlinked',
  'links_imported',
  'figures_deleted',
  'figures_imported',
  'import_undone',
  'failed_import_dismissed',
  'community_imported',
  'finality_set',
  'rates_imported',
  'rates_applied',
  'network_answered',
  'figures_exported',
  'connection_added',
  'connection_changed',
  'connection_paused',
  'connection_resumed',
  'connection_removed',
  'day_confirmed',
  'secret_rotated',
  'view_shared',
  'view_unshared',
  'view_changed',
  'view_deleted',
  'note_added',
  'note_changed',
  'note_deleted',
  'terms_set',
  'terms_removed',
  'mapping_saved',
  'mapping_deleted',
  'statement_key_trusted',
  'statement_key_distrusted',
  'statements_imported',
  'statement_undone',
  'line_assigned',
  'line_marked',
  'month_closed',
  'month_reopened',
  'alert_acknowledged',
  'alert_rule_set',
  'alert_rule_removed',
  'channel_added',
  'channel_changed',
  'channel_removed',
  'channel_rotated',
  'destination_added',
  'destination_changed',
  'destination_removed',
  'partner_added',
  'partner_changed',
  'partner_removed',
  'partner_app_assigned',
  'partner_app_removed',
  'share_added',
  'share_ended',
  'partner_month_set',
  'partner_adjusted',
  'adjustment_removed',
  'statement_issued',
  'payouts_recorded',
  'payout_removed',
  'mark_set',
  'signing_key_made',
  'message_replayed',
  'backed_up',
  'restored',
  'history_compacted',
] as const

export type AuditAction = (typeof auditActions)[number]

/**
 * - `visitor`: a browser that is not signed in
 * - `session`: a browser that is signed in
 * - `key`: a client with an API key
 * - `link`: anyone with a report link
 * - `operator`: a command, through the running server
 * - `command`: a command that has the stores open itself
 * - `inbox`: the folder that a server watches
 * - `connection`: the report of a network that a server pulls
 */
export type ActorKind =
  | 'visitor'
  | 'session'
  | 'key'
  | 'link'
  | 'operator'
  | 'command'
  | 'inbox'
  | 'connection'

/** An actor, and the address that it acts from. */
export interface Actor {
  readonly kind: ActorKind
  /** An IPv4 address, or the first 64 bits of an IPv6 one; null for commands and the inbox. */
  readonly address: string | null
  /** Of the user, the key, the link or the connection; absent when there is none, or it is unknown. */
  readonly name?: string
}

export type AuditFacts = Readonly<Record<string, string | number | boolean | readonly string[]>>

/** An action with its facts, without its actor. It never contains a key, a password or a token. */
export interface AuditRecord {
  readonly action: AuditAction
  /** Username of the account concerned; null for none, and where no such account is known. */
  readonly account: string | null
  readonly facts: AuditFacts
}

/** One event of the audit log. */
export interface AuditEvent extends AuditRecord {
  readonly atMs: number
  readonly actor: Actor
}
