import type { DatabaseSync } from 'node:sqlite'
import type { Day } from '../values/day.ts'
import { formatMonth } from '../values/months.ts'
import { openReadOnly } from './read-only-sqlite.ts'
import { type RecordQuery, type SealedFact, sealedFrom } from './sealed-values.ts'

/** Facts of the records about the installation and its figures. */
export interface RecordFacts {
  readonly installation: {
    readonly identity: string
    readonly secretCheck: string
    readonly generation: number
    readonly turn: number
    readonly token: string
    readonly nextToken: string
    readonly ledger: string
    readonly hasAccounts: boolean
  }
  readonly accounts: readonly number[]
  readonly apps: readonly number[]
  /** Closed months with figures of apps that do not exist, such as `studio 2026-03`. */
  readonly closesOfLostApps: readonly string[]
  /** Channels that Adtally disabled, such as `studio ops`. */
  readonly disabledChannels: readonly string[]
  /** Destinations of enabled accounts that are on or stopped, and fail. */
  readonly failingDestinations: readonly FailingDestination[]
  /** Networks and partners whose apps are not there, as `network partner`. */
  readonly partnersOfLostApps: readonly string[]
  /** Messages that were given up after all tries. */
  readonly deadDeliveries: number
  /** The highest ledger entry that any record names; 0 for none. */
  readonly lastNamedEntry: number
  /** The newest event of the audit log, in milliseconds since 1970; null without events. */
  readonly lastEventMs: number | null
  /** Values that are encrypted with the secret. */
  readonly sealed: readonly SealedFact[]
  /** The ledger of figures in ClickHouse; without entries for figures in a file. */
  readonly journal: JournalFacts
}

export interface FailingDestination {
  /** Such as `studio warehouse`. */
  readonly name: string
  readonly isRefused: boolean
  readonly sinceMs: number
}

export interface JournalFacts {
  /** 0 without entries. */
  readonly lastEntry: number
  /** The last entry that ClickHouse must have rows of; 0 when there is none. */
  readonly lastWithRows: number
  /** Entries that never count, which may have rows. */
  readonly hidden: readonly number[]
  /** Milliseconds since 1970; null without entries. */
  readonly lastCommittedMs: number | null
}

/** Reads the facts with any engine. @throws the engine's error when another release wrote the tables */
export async function factsFrom(rowsOf: RecordQuery): Promise<RecordFacts> {
  const one = async (query: string) => (await rowsOf(query))[0] ?? {}
  const ids = async (query: string) => (await rowsOf(query)).map(({ id }) => Number(id))
  const accounts = await ids('SELECT id FROM accounts')
  const { ledger } = await one('SELECT identity AS ledger FROM figure_state')
  const { at } = await one('SELECT max(at_ms) AS at FROM audit_events')
  const { entry } = await one(
    `SELECT max(entry) AS entry FROM (
      SELECT max(entry) AS entry FROM connection_days UNION ALL SELECT max(ended_by) FROM apps
      UNION ALL SELECT max(entry) FROM month_closes) AS named`,
  )
  const installation = (await one(
    'SELECT identity, secret_check AS "secretCheck", generation, turn, token, next_token AS "nextToken" FROM installation',
  )) as RecordFacts['installation']
  const { last, ms } = await one(
    'SELECT max(id) AS last, max(committed_at_ms) AS ms FROM figure_entries',
  )
  const lost = await rowsOf(
    `SELECT DISTINCT username, month FROM closed_figures
    JOIN month_closes ON month_closes.id = close_id
    JOIN accounts ON accounts.id = closed_figures.account_id
    WHERE NOT EXISTS (SELECT 1 FROM apps WHERE apps.key = app_key) ORDER BY username, month`,
  )
  const disabled = await rowsOf(
    `SELECT username, name FROM channels JOIN accounts ON accounts.id = account_id
    WHERE state = 'disabled' ORDER BY username, name`,
  )
  const failing = await rowsOf(
    `SELECT username, name, state, failing_since_ms AS since FROM destinations
    JOIN accounts ON accounts.id = account_id
    WHERE failing_since_ms IS NOT NULL AND state <> 'paused' AND disabled_at IS NULL
    ORDER BY username, name`,
  )
  const ofLost = await rowsOf(
    `SELECT DISTINCT accounts.username AS network, partners.username AS partner FROM partner_apps
    JOIN partners ON partners.id = partner_id JOIN accounts ON accounts.id = network_id
    WHERE partners.account_id IS NOT NULL AND (
      NOT EXISTS (SELECT 1 FROM apps WHERE apps.key = app_key)
      OR NOT EXISTS (SELECT 1 FROM apps WHERE apps.key = own_app_key)
    ) ORDER BY network, partner`,
  )
  const { dead } = await one("SELECT count(*) AS dead FROM deliveries WHERE state = 'dead'")
  const { written } = await one(
    'SELECT max(id) AS written FROM figure_entries WHERE slice_count > 0 AND first_day IS NOT NULL',
  )
  return {
    installation: { ...installation, ledger: String(ledger), hasAccounts: accounts.length > 0 },
    accounts,
    apps: await ids('SELECT key AS id FROM apps'),
    closesOfLostApps: lost.map(({ username, month }) => `${username} ${formatMonth(month as Day)}`),
    disabledChannels: disabled.map(({ username, name }) => `${username} ${name}`),
    failingDestinations: failing.map(({ username, name, state, since }) => ({
      name: `${username} ${name}`,
      isRefused: state === 'refused',
      sinceMs: Number(since),
    })),
    partnersOfLostApps: ofLost.map(({ network, partner }) => `${network} ${partner}`),
    deadDeliveries: Number(dead),
    lastNamedEntry: Number(entry ?? 0),
    lastEventMs: at === null ? null : Number(at),
    sealed: await sealedFrom(rowsOf),
    journal: {
      lastEntry: Number(last ?? 0),
      lastWithRows: Number(written ?? 0),
      hidden: await ids('SELECT id FROM unfinished_entries'),
      lastCommittedMs: ms === null ? null : Number(ms),
    },
  }
}

/**
 * Reads a SQLite file that others may have open.
 *
 * @returns null when another release wrote its tables, or they cannot be read
 */
export async function readRecordFacts(path: string): Promise<RecordFacts | null> {
  let database: DatabaseSync | null = null
  try {
    const opened = openReadOnly(path)
    database = opened
    return await factsFrom(async (query) => opened.prepare(query).all())
  } catch {
    return null
  } finally {
    database?.close()
  }
}
