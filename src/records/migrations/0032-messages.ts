import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import type { ColumnTypes } from '../engine.ts'
import type { Tables } from '../tables/tables.ts'

/** Figures that come to people: channels and their messages, alerts, digests, and saved citations. */
export const messages = (types: ColumnTypes): Migration => ({
  async up(db: Kysely<Tables>) {
    for (const statement of statements(types)) await statement.execute(db)
  },
})

const statements = ({ text, integer, bytes, id }: ColumnTypes) => [
  sql`CREATE TABLE channels (
    id ${id},
    account_id ${integer} NOT NULL REFERENCES accounts (id),
    name ${text} NOT NULL,
    kind ${text} NOT NULL,
    target ${text} NOT NULL,
    secrets_sealed ${bytes},
    unsubscribe_hash ${bytes},
    events ${text} NOT NULL,
    user_id ${integer},
    settings ${text} NOT NULL,
    state ${text} NOT NULL,
    failing_since_ms ${integer},
    last_error ${text},
    created_at_ms ${integer} NOT NULL,
    created_by ${text},
    CONSTRAINT channels_name UNIQUE (account_id, name)
  )`,
  sql`CREATE UNIQUE INDEX channels_by_unsubscribe ON channels (unsubscribe_hash)`,
  sql`CREATE TABLE messages (
    id ${text} PRIMARY KEY,
    account_id ${integer} NOT NULL REFERENCES accounts (id),
    type ${text} NOT NULL,
    made_at_ms ${integer} NOT NULL,
    data ${text} NOT NULL,
    subject ${text} NOT NULL,
    body_text ${text} NOT NULL,
    body_html ${text}
  )`,
  sql`CREATE INDEX messages_by_account ON messages (account_id, made_at_ms)`,
  sql`CREATE TABLE deliveries (
    message_id ${text} NOT NULL REFERENCES messages (id),
    channel_id ${integer} NOT NULL REFERENCES channels (id),
    account_id ${integer} NOT NULL REFERENCES accounts (id),
    apps ${text},
    state ${text} NOT NULL,
    attempts ${integer} NOT NULL,
    next_at_ms ${integer} NOT NULL,
    last_error ${text},
    ended_at_ms ${integer},
    CONSTRAINT deliveries_key PRIMARY KEY (message_id, channel_id)
  )`,
  sql`CREATE INDEX deliveries_by_state ON deliveries (state, next_at_ms)`,
  // One row: the last ledger entry that messages were written for.
  sql`CREATE TABLE message_progress (
    id ${integer} PRIMARY KEY,
    generation ${integer} NOT NULL,
    entry ${integer} NOT NULL
  )`,
  sql`CREATE TABLE alert_rules (
    id ${id},
    account_id ${integer} NOT NULL REFERENCES accounts (id),
    name ${text} NOT NULL,
    kind ${text} NOT NULL,
    settings ${text} NOT NULL,
    is_on ${integer} NOT NULL,
    changed_by ${text},
    changed_at_ms ${integer} NOT NULL,
    CONSTRAINT alert_rules_name UNIQUE (account_id, name)
  )`,
  sql`CREATE TABLE alerts (
    id ${id},
    account_id ${integer} NOT NULL REFERENCES accounts (id),
    rule ${text} NOT NULL,
    cause ${text} NOT NULL,
    app_key ${integer},
    since_ms ${integer} NOT NULL,
    fired_at_ms ${integer},
    resolved_at_ms ${integer},
    facts ${text} NOT NULL,
    acknowledged_by ${text},
    acknowledged_at_ms ${integer}
  )`,
  sql`CREATE INDEX alerts_by_account ON alerts (account_id, resolved_at_ms)`,
  // The first look of each account and its last one.
  sql`CREATE TABLE alert_looks (
    account_id ${integer} PRIMARY KEY REFERENCES accounts (id),
    generation ${integer} NOT NULL,
    first_ms ${integer} NOT NULL,
    look_ms ${integer} NOT NULL
  )`,
  sql`CREATE TABLE digest_sends (
    channel_id ${integer} NOT NULL REFERENCES channels (id),
    period ${text} NOT NULL,
    last_day ${integer} NOT NULL,
    account_id ${integer} NOT NULL REFERENCES accounts (id),
    sent_at_ms ${integer} NOT NULL,
    entry ${integer} NOT NULL,
    generation ${integer} NOT NULL,
    sums ${text} NOT NULL,
    corrections ${integer} NOT NULL,
    CONSTRAINT digest_sends_key PRIMARY KEY (channel_id, period, last_day)
  )`,
  sql`CREATE TABLE saved_citations (
    id ${text} PRIMARY KEY,
    account_id ${integer} NOT NULL REFERENCES accounts (id),
    citation ${text} NOT NULL,
    saved_by ${text},
    saved_at_ms ${integer} NOT NULL
  )`,
  sql`CREATE INDEX saved_citations_by_account ON saved_citations (account_id)`,
]
