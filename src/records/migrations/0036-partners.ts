import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import type { ColumnTypes } from '../engine.ts'
import type { Tables } from '../tables/tables.ts'

/** Partners of a network, their shares, and what they are owed. */
export const partners = ({ text, integer, bytes, id }: ColumnTypes): Migration => ({
  async up(db: Kysely<Tables>) {
    await sql`CREATE TABLE share_networks (
      id ${id},
      account_id ${integer} NOT NULL UNIQUE REFERENCES accounts (id),
      state ${text} NOT NULL DEFAULT 'on',
      version ${integer} NOT NULL,
      entry ${integer} NOT NULL,
      generation ${integer} NOT NULL DEFAULT 0,
      changed_first_day ${integer},
      changed_last_day ${integer},
      signing_key_sealed ${bytes},
      name ${text},
      accent ${text},
      logo ${text},
      hides_powered_by ${integer} NOT NULL DEFAULT 0,
      lease_owner ${text},
      lease_until_ms ${integer} NOT NULL DEFAULT 0
    )`.execute(db)
    await sql`CREATE TABLE partners (
      id ${id},
      network_id ${integer} NOT NULL REFERENCES accounts (id),
      account_id ${integer} UNIQUE REFERENCES accounts (id),
      username ${text} NOT NULL,
      name ${text} NOT NULL,
      shows_gross ${integer} NOT NULL,
      new_months ${text} NOT NULL,
      net_days ${integer} NOT NULL,
      minimum_payout_micros ${integer} NOT NULL,
      tax_note ${text},
      created_at_ms ${integer} NOT NULL,
      created_by ${text}
    )`.execute(db)
    await sql`CREATE TABLE partner_apps (
      id ${id},
      partner_id ${integer} NOT NULL REFERENCES partners (id),
      app_key ${integer} NOT NULL,
      own_app_key ${integer} NOT NULL,
      first_day ${integer},
      last_day ${integer}
    )`.execute(db)
    await sql`CREATE TABLE share_rules (
      id ${id},
      partner_id ${integer} NOT NULL REFERENCES partners (id),
      number ${integer} NOT NULL,
      terms ${text} NOT NULL,
      app_key ${integer},
      network ${text},
      country ${text},
      format ${text},
      first_day ${integer},
      last_day ${integer},
      added_in ${integer} NOT NULL,
      ended_in ${integer},
      reason ${text},
      added_at_ms ${integer} NOT NULL,
      added_by ${text},
      ended_at_ms ${integer},
      ended_by ${text}
    )`.execute(db)
    await sql`CREATE TABLE partner_months (
      partner_id ${integer} NOT NULL REFERENCES partners (id),
      month ${integer} NOT NULL,
      state ${text} NOT NULL,
      PRIMARY KEY (partner_id, month)
    )`.execute(db)
    await sql`CREATE TABLE partner_adjustments (
      id ${id},
      partner_id ${integer} NOT NULL REFERENCES partners (id),
      month ${integer} NOT NULL,
      kind ${text} NOT NULL,
      amount_micros ${integer} NOT NULL,
      reason ${text} NOT NULL,
      added_at_ms ${integer} NOT NULL,
      added_by ${text}
    )`.execute(db)
    await sql`CREATE TABLE partner_statements (
      id ${id},
      partner_id ${integer} NOT NULL REFERENCES partners (id),
      month ${integer} NOT NULL,
      number ${text} NOT NULL,
      rules_version ${integer} NOT NULL,
      entry ${integer} NOT NULL,
      net_micros ${text} NOT NULL,
      corrections ${text} NOT NULL,
      total_micros ${text} NOT NULL,
      due_day ${integer} NOT NULL,
      issued_at_ms ${integer} NOT NULL,
      issued_by ${text},
      json ${text} NOT NULL,
      csv ${text} NOT NULL,
      html ${text} NOT NULL,
      CONSTRAINT partner_statements_month UNIQUE (partner_id, month)
    )`.execute(db)
    await sql`CREATE TABLE partner_payouts (
      id ${id},
      partner_id ${integer} NOT NULL REFERENCES partners (id),
      day ${integer} NOT NULL,
      amount_micros ${integer} NOT NULL,
      reference ${text} NOT NULL,
      recorded_at_ms ${integer} NOT NULL,
      recorded_by ${text},
      CONSTRAINT partner_payouts_reference UNIQUE (partner_id, reference)
    )`.execute(db)
  },
})
