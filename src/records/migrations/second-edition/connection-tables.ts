import { sql } from 'kysely'
import type { ColumnTypes } from '../../engine.ts'

/** Connections to networks, the days that they pull, and what processes share to do it. */
export const connectionTables = ({ id, text, integer, bytes }: ColumnTypes) => [
  sql`CREATE TABLE connections (
    id ${id},
    account_id ${integer} NOT NULL REFERENCES accounts (id),
    name ${text} NOT NULL,
    connector ${text} NOT NULL,
    settings ${text} NOT NULL,
    booking ${text} NOT NULL,
    creates_apps ${integer} NOT NULL,
    first_day ${integer} NOT NULL,
    reread_days ${integer},
    state ${text} NOT NULL,
    problem ${text},
    created_at_ms ${integer} NOT NULL,
    pulled_at_ms ${integer},
    lease_owner ${text},
    lease_until_ms ${integer} DEFAULT 0 NOT NULL,
    login ${bytes},
    login_until_ms ${integer},
    ready_hours ${integer},
    sweep_days ${integer},
    sweep_weekday ${text},
    back_off ${text},
    CONSTRAINT connections_by_name UNIQUE (account_id, name)
  )`,
  sql`CREATE TABLE connection_secrets (
    connection_id ${integer} NOT NULL REFERENCES connections (id),
    field ${text} NOT NULL,
    sealed ${bytes} NOT NULL,
    CONSTRAINT connection_secrets_key PRIMARY KEY (connection_id, field)
  )`,
  sql`CREATE TABLE connection_days (
    connection_id ${integer} NOT NULL REFERENCES connections (id),
    day ${integer} NOT NULL,
    state ${text} NOT NULL,
    failures ${integer} DEFAULT 0 NOT NULL,
    next_at_ms ${integer},
    pulled_at_ms ${integer},
    stated ${text},
    mark ${text},
    held ${text},
    entry ${integer},
    problem ${text},
    CONSTRAINT connection_days_key PRIMARY KEY (connection_id, day)
  )`,
  sql`CREATE INDEX connection_days_by_next ON connection_days (connection_id, next_at_ms)`,
  sql`CREATE TABLE network_places (
    account_key ${text} PRIMARY KEY,
    next_at_ms ${integer} NOT NULL
  )`,
]
