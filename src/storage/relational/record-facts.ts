import type { DatabaseSync } from 'node:sqlite'
import { openReadOnly } from './read-only-sqlite.ts'

/** What records say of themselves and of the figures. */
export interface RecordFacts {
  readonly installation: {
    readonly identity: string
    readonly secret_check: string
    readonly generation: number
    readonly turn: number
    readonly token: string
    readonly next_token: string
    readonly ledger: string
    readonly hasAccounts: boolean
  }
  readonly accounts: readonly number[]
  readonly apps: readonly number[]
  /** The highest ledger entry that any record names; 0 for none. */
  readonly lastNamedEntry: number
  /** The newest event of the audit log, in milliseconds since 1970; null without events. */
  readonly lastEventMs: number | null
}

/**
 * Reads a SQLite file that others may have open.
 *
 * @returns null when another release wrote its tables, or they cannot be read
 */
export function readRecordFacts(path: string): RecordFacts | null {
  let database: DatabaseSync | null = null
  try {
    database = openReadOnly(path)
    const one = (query: string) => database!.prepare(query).get() ?? {}
    const ids = (query: string) =>
      database!
        .prepare(query)
        .all()
        .map(({ id }) => Number(id))
    const accounts = ids('SELECT id FROM accounts')
    const { ledger } = one('SELECT identity AS ledger FROM figure_state')
    const { at } = one('SELECT max(at_ms) AS at FROM audit_events')
    const { entry } = one(
      `SELECT max(entry) AS entry FROM (
        SELECT max(entry) AS entry FROM connection_days UNION ALL SELECT max(ended_by) FROM apps)`,
    )
    const installation = one(
      'SELECT identity, secret_check, generation, turn, token, next_token FROM installation',
    ) as unknown as RecordFacts['installation']
    return {
      installation: { ...installation, ledger: String(ledger), hasAccounts: accounts.length > 0 },
      accounts,
      apps: ids('SELECT key AS id FROM apps'),
      lastNamedEntry: Number(entry ?? 0),
      lastEventMs: at === null ? null : Number(at),
    }
  } catch {
    return null
  } finally {
    database?.close()
  }
}
