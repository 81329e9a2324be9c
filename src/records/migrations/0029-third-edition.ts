import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import type { ColumnTypes } from '../engine.ts'
import type { Tables } from '../tables/tables.ts'

/**
 * Links of networks' app ids for each account, daily rates, rows that are set aside, users that are limited to apps, the
 * link that sets up a server, and primary sources of users.
 */
export const thirdEdition = (types: ColumnTypes): Migration => ({
  async up(db: Kysely<Tables>) {
    for (const statement of statements(types)) await statement.execute(db)
  },
})

const statements = ({ text, integer, bytes }: ColumnTypes) => [
  sql`ALTER TABLE app_links RENAME TO links_before`,
  // A link that an import makes is pending with it.
  sql`CREATE TABLE app_links (
    account_id ${integer} NOT NULL REFERENCES accounts (id),
    network ${text} NOT NULL,
    network_app_id ${text} NOT NULL,
    platform ${text} NOT NULL,
    app_key ${integer} NOT NULL REFERENCES apps (key),
    pending_import ${integer},
    CONSTRAINT links_of_account_key PRIMARY KEY (account_id, network, network_app_id, platform)
  )`,
  sql`CREATE INDEX links_by_network_app ON app_links (network, network_app_id)`,
  sql`INSERT INTO app_links (account_id, network, network_app_id, platform, app_key)
    SELECT apps.account_id, network, network_app_id, links_before.platform, app_key
    FROM links_before JOIN apps ON apps.key = app_key`,
  sql`DROP TABLE links_before`,
  // The owner of the installation's rates is 0.
  sql`CREATE TABLE daily_rates (
    account_id ${integer} NOT NULL,
    day ${integer} NOT NULL,
    unit ${text} NOT NULL,
    quote ${text} NOT NULL,
    rate ${text} NOT NULL,
    source ${text} NOT NULL,
    recorded_at_ms ${integer} NOT NULL,
    CONSTRAINT daily_rates_key PRIMARY KEY (account_id, day, unit, quote)
  )`,
  // Rows of reports whose network a person has to name, and the answers.
  sql`CREATE TABLE network_answers (
    account_id ${integer} NOT NULL REFERENCES accounts (id),
    source ${text} NOT NULL,
    name_key ${text} NOT NULL,
    name ${text} NOT NULL,
    network ${text} NOT NULL,
    CONSTRAINT network_answers_key PRIMARY KEY (account_id, source, name_key)
  )`,
  // The connection of files is 0.
  sql`CREATE TABLE set_aside_rows (
    account_id ${integer} NOT NULL REFERENCES accounts (id),
    source ${text} NOT NULL,
    name_key ${text} NOT NULL,
    day ${integer} NOT NULL,
    app ${text} NOT NULL,
    currency ${text} NOT NULL,
    connection_id ${integer} NOT NULL,
    name ${text} NOT NULL,
    entry ${integer},
    files ${text} NOT NULL,
    row_count ${integer} NOT NULL,
    impressions ${integer} NOT NULL,
    revenue ${text} NOT NULL,
    CONSTRAINT set_aside_rows_key
      PRIMARY KEY (account_id, source, name_key, day, app, currency, connection_id)
  )`,
  sql`ALTER TABLE connection_days ADD COLUMN failed_at_ms ${integer}`,
  // Users and invitations from before see all apps.
  sql`ALTER TABLE memberships ADD COLUMN apps ${text}`,
  sql`ALTER TABLE invitations ADD COLUMN apps ${text}`,
  sql`CREATE TABLE setup_links (
    token_hash ${bytes} PRIMARY KEY,
    expires_at_ms ${integer} NOT NULL
  )`,
  sql`ALTER TABLE accounts ADD COLUMN primary_sources ${text}`,
]
