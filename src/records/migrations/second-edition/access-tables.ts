import { sql } from 'kysely'
import type { ColumnTypes } from '../../engine.ts'

/** Keys, report links, users, the audit log, saved views and notes. */
export const accessTables = ({ id, text, integer, bytes }: ColumnTypes) => [
  sql`CREATE TABLE api_keys (
    id ${id},
    account_id ${integer} NOT NULL REFERENCES accounts (id),
    name ${text} NOT NULL,
    key_hash ${bytes} NOT NULL UNIQUE,
    key_sealed ${bytes} NOT NULL,
    previous_hash ${bytes} UNIQUE,
    previous_until_ms ${integer},
    permissions ${text} NOT NULL,
    apps ${text},
    created_at_ms ${integer} NOT NULL,
    expires_at_ms ${integer},
    last_used_on ${integer},
    last_used_from ${text},
    CONSTRAINT api_keys_by_name UNIQUE (account_id, name)
  )`,
  sql`CREATE TABLE report_links (
    id ${id},
    account_id ${integer} NOT NULL REFERENCES accounts (id),
    name ${text} NOT NULL,
    token_hash ${bytes} NOT NULL UNIQUE,
    question ${text} NOT NULL,
    apps ${text},
    created_at_ms ${integer} NOT NULL,
    expires_at_ms ${integer},
    CONSTRAINT report_links_by_name UNIQUE (account_id, name)
  )`,
  sql`CREATE TABLE dashboard_users (
    id ${id},
    login ${text} NOT NULL UNIQUE,
    password_hash ${text},
    credential_version ${integer} NOT NULL,
    last_account_id ${integer},
    created_at_ms ${integer} NOT NULL
  )`,
  sql`CREATE TABLE memberships (
    account_id ${integer} NOT NULL REFERENCES accounts (id),
    user_id ${integer} NOT NULL REFERENCES dashboard_users (id),
    role ${text} NOT NULL,
    CONSTRAINT memberships_key PRIMARY KEY (account_id, user_id)
  )`,
  sql`CREATE INDEX memberships_of_user ON memberships (user_id)`,
  sql`CREATE TABLE invitations (
    id ${id},
    account_id ${integer} NOT NULL REFERENCES accounts (id),
    login ${text} NOT NULL,
    role ${text} NOT NULL,
    invited_by ${text},
    token_hash ${bytes} NOT NULL UNIQUE,
    created_at_ms ${integer} NOT NULL,
    expires_at_ms ${integer} NOT NULL,
    CONSTRAINT invitations_by_login UNIQUE (account_id, login)
  )`,
  sql`CREATE INDEX invitations_for_login ON invitations (login)`,
  sql`CREATE TABLE identities (
    issuer ${text} NOT NULL,
    subject ${text} NOT NULL,
    user_id ${integer} NOT NULL REFERENCES dashboard_users (id),
    CONSTRAINT identities_key PRIMARY KEY (issuer, subject)
  )`,
  sql`CREATE INDEX identities_of_user ON identities (user_id)`,
  sql`CREATE TABLE second_factors (
    user_id ${integer} PRIMARY KEY REFERENCES dashboard_users (id),
    sealed ${bytes} NOT NULL,
    is_confirmed ${integer} NOT NULL,
    last_step ${integer} NOT NULL
  )`,
  sql`CREATE TABLE recovery_codes (
    user_id ${integer} NOT NULL REFERENCES dashboard_users (id),
    code_hash ${bytes} NOT NULL,
    CONSTRAINT recovery_codes_key PRIMARY KEY (user_id, code_hash)
  )`,
  sql`CREATE TABLE user_sessions (
    id ${id},
    token_hash ${bytes} NOT NULL UNIQUE,
    user_id ${integer} NOT NULL REFERENCES dashboard_users (id),
    account_id ${integer} NOT NULL,
    credential_version ${integer} NOT NULL,
    browser ${text} NOT NULL,
    network ${text} NOT NULL,
    created_at_ms ${integer} NOT NULL,
    last_used_at_ms ${integer} NOT NULL,
    expires_at_ms ${integer} NOT NULL
  )`,
  sql`CREATE INDEX user_sessions_of_user ON user_sessions (user_id)`,
  // Accounts are named, not referred to: events outlive them.
  sql`CREATE TABLE audit_events (
    id ${id},
    at_ms ${integer} NOT NULL,
    action ${text} NOT NULL,
    actor ${text} NOT NULL,
    username ${text},
    address ${text},
    facts ${text} NOT NULL,
    actor_name ${text}
  )`,
  sql`CREATE INDEX audit_events_by_time ON audit_events (at_ms)`,
  sql`CREATE INDEX audit_events_of_account ON audit_events (username, id)`,
  // Users are not referred to: shared views outlive theirs.
  sql`CREATE TABLE saved_views (
    id ${id},
    account_id ${integer} NOT NULL REFERENCES accounts (id),
    user_id ${integer} NOT NULL,
    saved_by ${text} NOT NULL,
    name ${text} NOT NULL,
    address ${text} NOT NULL,
    is_shared ${integer} NOT NULL,
    saved_at_ms ${integer} NOT NULL,
    CONSTRAINT saved_views_by_name UNIQUE (account_id, user_id, name)
  )`,
  sql`CREATE TABLE day_notes (
    id ${id},
    account_id ${integer} NOT NULL REFERENCES accounts (id),
    first_day ${integer} NOT NULL,
    last_day ${integer} NOT NULL,
    app_key ${integer},
    text ${text} NOT NULL,
    written_by ${text},
    written_at_ms ${integer} NOT NULL,
    changed_by ${text},
    changed_at_ms ${integer}
  )`,
  sql`CREATE INDEX day_notes_of_account ON day_notes (account_id, last_day)`,
]
