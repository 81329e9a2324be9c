import { sql } from 'kysely'
import type { ColumnTypes } from '../../engine.ts'

const identifiers = ['app_store_id', 'app_bundle_id', 'android_package']

/** Apps, ledgers and imports, and which figures and which secret these records belong to. */
export const importTables = ({ text, integer }: ColumnTypes) => [
  sql`ALTER TABLE apps ADD COLUMN is_archived ${integer} DEFAULT 0 NOT NULL`,
  ...['pending_end', 'ended_by', 'merged_into'].map(
    (name) => sql`ALTER TABLE apps ADD COLUMN ${sql.ref(name)} ${integer}`,
  ),
  // Identifiers of an app that ended are free for other apps.
  ...identifiers.flatMap((name) => [
    sql`DROP INDEX ${sql.ref(`apps_by_${name}`)}`,
    sql`CREATE UNIQUE INDEX ${sql.ref(`apps_by_${name}`)} ON apps (account_id, platform, ${sql.ref(name)})
      WHERE ${sql.ref(name)} IS NOT NULL AND ended_by IS NULL`,
  ]),
  // A refusal has a code with facts. Rows without one keep their message.
  sql`ALTER TABLE failed_imports ADD COLUMN refusal ${text}`,
  // The day, app, network and report that were given.
  sql`ALTER TABLE failed_imports ADD COLUMN settings ${text}`,
  // No two entries may answer the same request.
  sql`ALTER TABLE figure_entries ADD COLUMN request ${text}`,
  sql`CREATE UNIQUE INDEX figure_entries_by_request ON figure_entries (request)`,
  // Tells what a deletion or a merge was about.
  sql`ALTER TABLE figure_entries ADD COLUMN subject ${text}`,
  sql`CREATE TABLE import_requests (
    id ${text} PRIMARY KEY,
    account_id ${integer} NOT NULL,
    key_hash ${text},
    apps ${text},
    dry_run ${integer} NOT NULL,
    state ${text} NOT NULL,
    owner ${text} NOT NULL,
    alive_at_ms ${integer} NOT NULL,
    created_at_ms ${integer} NOT NULL,
    ended_at_ms ${integer},
    fingerprint ${text},
    files ${text} NOT NULL,
    byte_count ${integer} NOT NULL,
    progress ${text},
    entry ${integer},
    status ${integer},
    answer ${text},
    CONSTRAINT import_requests_by_key UNIQUE (account_id, key_hash)
  )`,
  sql`CREATE INDEX import_requests_of_account ON import_requests (account_id, created_at_ms)`,
  sql`CREATE INDEX import_requests_by_state ON import_requests (state, created_at_ms)`,
  // The names in figure_labels are from before and are those of all accounts.
  sql`CREATE TABLE account_labels (
    account ${integer} NOT NULL,
    kind ${text} NOT NULL,
    code ${integer} NOT NULL,
    name ${text} NOT NULL,
    entry ${integer} NOT NULL,
    CONSTRAINT account_labels_key PRIMARY KEY (account, kind, code),
    CONSTRAINT account_labels_by_name UNIQUE (account, kind, name)
  )`,
  sql`CREATE INDEX account_labels_by_entry ON account_labels (entry)`,
  // The accounts and secondary reports that each entry of a journal touches.
  sql`CREATE TABLE touched_accounts (
    account ${integer} NOT NULL,
    entry ${integer} NOT NULL,
    CONSTRAINT touched_accounts_key PRIMARY KEY (account, entry)
  )`,
  // Those of earlier entries are unknown, so the last of them counts for every account, which is 0.
  sql`INSERT INTO touched_accounts (account, entry)
    SELECT 0, id FROM figure_entries ORDER BY id DESC LIMIT 1`,
  // Where history begins since each compaction: the highest entry counts, and since_ms is its time.
  sql`CREATE TABLE history_horizons (
    entry ${integer} PRIMARY KEY,
    since_ms ${integer} NOT NULL
  )`,
  // See compose/pair-stores.ts. Empty until it is paired.
  sql`CREATE TABLE installation (
    identity ${text} NOT NULL,
    secret_check ${text} NOT NULL,
    generation ${integer} NOT NULL,
    turn ${integer} NOT NULL,
    token ${text} NOT NULL,
    next_token ${text} NOT NULL
  )`,
  sql`INSERT INTO installation VALUES ('', '', 0, 0, '', '')`,
]
