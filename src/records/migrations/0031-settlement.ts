import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import type { ColumnTypes } from '../engine.ts'
import type { Tables } from '../tables/tables.ts'

/** What networks owe, paid and took: terms, statements, and the months that are closed. */
export const settlement = (types: ColumnTypes): Migration => ({
  async up(db: Kysely<Tables>) {
    for (const statement of statements(types)) await statement.execute(db)
  },
})

const statements = ({ text, integer, id }: ColumnTypes) => [
  // Grows with each change of an account's settlement.
  sql`CREATE TABLE settlement_versions (
    account_id ${integer} PRIMARY KEY REFERENCES accounts (id),
    version ${integer} NOT NULL
  )`,
  sql`CREATE TABLE payment_terms (
    account_id ${integer} NOT NULL REFERENCES accounts (id),
    network ${text} NOT NULL,
    from_day ${integer} NOT NULL,
    net_days ${integer} NOT NULL,
    minimum_micros ${integer} NOT NULL,
    currency ${text} NOT NULL,
    fee_ppm ${integer} NOT NULL,
    fixed_fee_micros ${integer} NOT NULL,
    withholding_ppm ${integer} NOT NULL,
    apps ${text},
    CONSTRAINT payment_terms_key PRIMARY KEY (account_id, network, from_day)
  )`,
  sql`CREATE TABLE bank_mappings (
    account_id ${integer} NOT NULL REFERENCES accounts (id),
    name ${text} NOT NULL,
    mapping ${text} NOT NULL,
    CONSTRAINT bank_mappings_key PRIMARY KEY (account_id, name)
  )`,
  sql`CREATE TABLE statement_imports (
    id ${id},
    account_id ${integer} NOT NULL REFERENCES accounts (id),
    source ${text} NOT NULL,
    file_name ${text} NOT NULL,
    file_hash ${text} NOT NULL,
    skipped ${integer} NOT NULL,
    imported_at_ms ${integer} NOT NULL,
    imported_by ${text},
    undone_at_ms ${integer}
  )`,
  sql`CREATE INDEX statement_imports_by_account ON statement_imports (account_id)`,
  sql`CREATE TABLE statement_lines (
    id ${id},
    account_id ${integer} NOT NULL REFERENCES accounts (id),
    import_id ${integer} NOT NULL REFERENCES statement_imports (id),
    kind ${text} NOT NULL,
    network ${text},
    amount_micros ${integer} NOT NULL,
    currency ${text} NOT NULL,
    day ${integer} NOT NULL,
    reference ${text} NOT NULL,
    reason ${text},
    rate ${text} NOT NULL,
    is_restated ${integer},
    booked_in ${integer}
  )`,
  sql`CREATE INDEX statement_lines_by_account ON statement_lines (account_id)`,
  sql`CREATE TABLE line_parts (
    line_id ${integer} NOT NULL REFERENCES statement_lines (id),
    place ${integer} NOT NULL,
    account_id ${integer} NOT NULL REFERENCES accounts (id),
    network ${text} NOT NULL,
    month ${integer} NOT NULL,
    app_key ${integer},
    amount_micros ${integer} NOT NULL,
    CONSTRAINT line_parts_key PRIMARY KEY (line_id, place)
  )`,
  sql`CREATE INDEX line_parts_by_account ON line_parts (account_id)`,
  sql`CREATE TABLE month_closes (
    id ${id},
    account_id ${integer} NOT NULL REFERENCES accounts (id),
    month ${integer} NOT NULL,
    entry ${integer} NOT NULL,
    currency ${text} NOT NULL,
    closed_at_ms ${integer} NOT NULL,
    closed_by ${text},
    CONSTRAINT month_closes_of_account UNIQUE (account_id, month)
  )`,
  // A row for each network and app, with its revenue of each day.
  sql`CREATE TABLE closed_figures (
    close_id ${integer} NOT NULL REFERENCES month_closes (id),
    network ${text} NOT NULL,
    app_key ${integer} NOT NULL,
    account_id ${integer} NOT NULL REFERENCES accounts (id),
    revenue_micros ${integer} NOT NULL,
    days ${text} NOT NULL,
    CONSTRAINT closed_figures_key PRIMARY KEY (close_id, network, app_key)
  )`,
  sql`CREATE TABLE carried_changes (
    close_id ${integer} NOT NULL REFERENCES month_closes (id),
    place ${integer} NOT NULL,
    account_id ${integer} NOT NULL REFERENCES accounts (id),
    network ${text} NOT NULL,
    month ${integer} NOT NULL,
    entry ${integer},
    amount_micros ${integer} NOT NULL,
    CONSTRAINT carried_changes_key PRIMARY KEY (close_id, place)
  )`,
  sql`CREATE TABLE journal_lines (
    close_id ${integer} NOT NULL REFERENCES month_closes (id),
    place ${integer} NOT NULL,
    account_id ${integer} NOT NULL REFERENCES accounts (id),
    day ${integer} NOT NULL,
    account ${text} NOT NULL,
    network ${text} NOT NULL,
    amount_micros ${integer} NOT NULL,
    reference ${text} NOT NULL,
    CONSTRAINT journal_lines_key PRIMARY KEY (close_id, place)
  )`,
  sql`CREATE INDEX journal_lines_by_account ON journal_lines (account_id)`,
]
