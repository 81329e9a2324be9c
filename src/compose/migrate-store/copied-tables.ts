import type { Tables } from '../../records/tables/tables.ts'

/** The name of a table in the database. */
export type CopiedName = SnakeCase<keyof Tables>

type SnakeCase<Name extends string> = Name extends `${infer Letter}${infer Rest}`
  ? `${Letter extends Lowercase<Letter> ? Letter : `_${Lowercase<Letter>}`}${SnakeCase<Rest>}`
  : ''

export interface CopiedTable {
  /** The columns that identify and sort its rows. */
  readonly key: readonly string[]
  /** Whether the database generates the key and never reuses one. */
  readonly grows: boolean
}

const growing = (column: string): CopiedTable => ({ key: [column], grows: true })
const keyed = (...key: string[]): CopiedTable => ({ key, grows: false })

/**
 * Every table of the relational store, each after the tables that it refers to. Null for tables that
 * are written by the claim of the target or with the figures.
 */
const tables: Readonly<Record<CopiedName, CopiedTable | null>> = {
  accounts: growing('id'),
  api_keys: growing('id'),
  report_links: growing('id'),
  apps: growing('key'),
  app_links: keyed('account_id', 'network', 'network_app_id', 'platform'),
  games: growing('key'),
  users: growing('key'),
  activity: growing('key'),
  plays: keyed('game_key', 'user_key'),
  finality_rules: keyed('network'),
  dashboard_users: growing('id'),
  memberships: keyed('account_id', 'user_id'),
  invitations: growing('id'),
  setup_links: keyed('token_hash'),
  identities: keyed('issuer', 'subject'),
  second_factors: keyed('user_id'),
  recovery_codes: keyed('user_id', 'code_hash'),
  user_sessions: growing('id'),
  failed_imports: growing('id'),
  audit_events: growing('id'),
  import_requests: keyed('id'),
  connections: growing('id'),
  connection_secrets: keyed('connection_id', 'field'),
  connection_days: keyed('connection_id', 'day'),
  network_places: keyed('account_key'),
  saved_views: growing('id'),
  day_notes: growing('id'),
  history_horizons: keyed('entry'),
  daily_rates: keyed('account_id', 'day', 'unit', 'quote'),
  network_answers: keyed('account_id', 'source', 'name_key'),
  set_aside_rows: keyed(
    ...['account_id', 'source', 'name_key', 'day', 'app', 'currency', 'connection_id'],
  ),
  settlement_versions: keyed('account_id'),
  payment_terms: keyed('account_id', 'network', 'from_day'),
  bank_mappings: keyed('account_id', 'name'),
  statement_keys: keyed('account_id', 'name'),
  statement_imports: growing('id'),
  statement_lines: growing('id'),
  line_parts: keyed('line_id', 'place'),
  month_closes: growing('id'),
  closed_figures: keyed('close_id', 'network', 'app_key'),
  carried_changes: keyed('close_id', 'place'),
  journal_lines: keyed('close_id', 'place'),
  channels: growing('id'),
  messages: keyed('id'),
  deliveries: keyed('message_id', 'channel_id'),
  message_progress: keyed('id'),
  alert_rules: growing('id'),
  alerts: growing('id'),
  alert_looks: keyed('account_id'),
  digest_sends: keyed('channel_id', 'period', 'last_day'),
  saved_citations: keyed('id'),
  destinations: growing('id'),
  share_networks: growing('id'),
  partners: growing('id'),
  partner_apps: growing('id'),
  share_rules: growing('id'),
  partner_months: keyed('partner_id', 'month'),
  partner_adjustments: growing('id'),
  partner_statements: growing('id'),
  partner_payouts: growing('id'),
  catalogue_state: null,
  figure_state: null,
  installation: null,
  figure_entries: null,
  unfinished_entries: null,
  figure_labels: null,
  account_labels: null,
  figure_books: null,
  touched_accounts: null,
}

/** The tables that are copied, in order. */
export const copiedTables = Object.entries(tables).flatMap(([name, table]) =>
  table ? [[name as CopiedName, table] as const] : [],
)
