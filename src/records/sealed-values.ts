import { type Kysely, sql } from 'kysely'
import {
  channelPlace,
  connectionPlace,
  destinationPlace,
  keyPlace,
  type SealedPlace,
  secondFactorPlace,
  signingKeyPlace,
  type Vault,
} from '../sealing/vault.ts'
import type { Tables } from './tables/tables.ts'

/** The owner of an encrypted value. */
export type SealedValue =
  | { readonly kind: 'api key'; readonly account: string; readonly name: string }
  | { readonly kind: 'second factor'; readonly user: string }
  | { readonly kind: 'signing key'; readonly account: string }
  | {
      readonly kind: 'credential'
      readonly account: string
      readonly connection: string
      readonly field: string
    }
  | {
      readonly kind: 'channel' | 'destination'
      readonly account: string
      readonly name: string
    }

/** An encrypted value as it is stored. */
export interface SealedFact {
  readonly value: SealedValue
  readonly bytes: Uint8Array
  readonly place: SealedPlace
  readonly row: SealedRow
}

/** Where a value is stored, in the names of the database. */
interface SealedRow {
  readonly table: string
  readonly column: string
  readonly key: Readonly<Record<string, number | string>>
}

/** Runs a query that SQLite and PostgreSQL both accept. */
export type RecordQuery = (query: string) => Promise<readonly Record<string, unknown>[]>

/** How many values were encrypted again. */
export interface ResealedValues {
  readonly apiKeys: number
  readonly secondFactors: number
  readonly credentials: number
  readonly channels: number
  readonly destinations: number
  readonly signingKeys: number
  /** Those that could not be decrypted. They were not changed. */
  readonly unopened: readonly SealedValue[]
}

/** Reads all that is encrypted, but for logins at networks. */
export async function sealedFrom(rowsOf: RecordQuery): Promise<SealedFact[]> {
  const keys = await rowsOf(
    `SELECT api_keys.id AS id, key_hash, key_sealed, username, api_keys.name AS name FROM api_keys
      JOIN accounts ON accounts.id = account_id ORDER BY api_keys.id`,
  )
  const factors = await rowsOf(
    `SELECT user_id, sealed, login FROM second_factors
      JOIN dashboard_users ON dashboard_users.id = user_id ORDER BY user_id`,
  )
  const credentials = await rowsOf(
    `SELECT sealed, connection_id, field, connections.name AS name, username
      FROM connection_secrets JOIN connections ON connections.id = connection_id
      JOIN accounts ON accounts.id = account_id ORDER BY connection_id, field`,
  )
  const named = async (kind: 'channel' | 'destination'): Promise<SealedFact[]> => {
    const table = `${kind}s`
    const rows = await rowsOf(
      `SELECT secrets_sealed, ${table}.id AS id, ${table}.name AS name, username FROM ${table}
      JOIN accounts ON accounts.id = account_id ORDER BY ${table}.id`,
    )
    const placeOf = kind === 'channel' ? channelPlace : destinationPlace
    return rows.map((row) => ({
      value: { kind, account: String(row.username), name: String(row.name) },
      bytes: row.secrets_sealed as Uint8Array,
      place: placeOf(Number(row.id)),
      row: { table, column: 'secrets_sealed', key: { id: Number(row.id) } },
    }))
  }
  const signing = await rowsOf(
    `SELECT signing_key_sealed, account_id, username FROM share_networks
      JOIN accounts ON accounts.id = account_id
      WHERE signing_key_sealed IS NOT NULL ORDER BY account_id`,
  )
  return [
    ...signing.map(
      (row): SealedFact => ({
        value: { kind: 'signing key', account: String(row.username) },
        bytes: row.signing_key_sealed as Uint8Array,
        place: signingKeyPlace(Number(row.account_id)),
        row: {
          table: 'share_networks',
          column: 'signing_key_sealed',
          key: { account_id: Number(row.account_id) },
        },
      }),
    ),
    ...keys.map(
      (row): SealedFact => ({
        value: { kind: 'api key', account: String(row.username), name: String(row.name) },
        bytes: row.key_sealed as Uint8Array,
        place: keyPlace(row.key_hash as Uint8Array),
        row: { table: 'api_keys', column: 'key_sealed', key: { id: Number(row.id) } },
      }),
    ),
    ...factors.map(
      (row): SealedFact => ({
        value: { kind: 'second factor', user: String(row.login) },
        bytes: row.sealed as Uint8Array,
        place: secondFactorPlace(Number(row.user_id)),
        row: { table: 'second_factors', column: 'sealed', key: { user_id: Number(row.user_id) } },
      }),
    ),
    ...(await named('channel')),
    ...(await named('destination')),
    ...credentials.map((row): SealedFact => {
      const [connection, field] = [Number(row.connection_id), String(row.field)]
      const [account, name] = [String(row.username), String(row.name)]
      return {
        value: { kind: 'credential', account, connection: name, field },
        bytes: row.sealed as Uint8Array,
        place: connectionPlace(connection, field),
        row: {
          table: 'connection_secrets',
          column: 'sealed',
          key: { connection_id: connection, field },
        },
      }
    }),
  ]
}

/** All that is encrypted in the records. */
export class SealedValues {
  readonly #transaction: Kysely<Tables>

  constructor(transaction: Kysely<Tables>) {
    // Its queries name tables and columns as the database does.
    this.#transaction = transaction.withoutPlugins()
  }

  all(): Promise<SealedFact[]> {
    return sealedFrom(async (query) => {
      const { rows } = await sql.raw<Record<string, unknown>>(query).execute(this.#transaction)
      return rows
    })
  }

  /** Encrypts every value again. What depends on the secret and only saves time is removed. */
  async reseal(from: Vault, to: Vault): Promise<ResealedValues> {
    const unopened: SealedValue[] = []
    const counts = {
      'api key': 0,
      'second factor': 0,
      'signing key': 0,
      credential: 0,
      channel: 0,
      destination: 0,
    }
    for (const { value, bytes, place, row } of await this.all()) {
      const opened = from.openOrNull(bytes, place)
      if (opened === null) unopened.push(value)
      else {
        await this.#replace(row, bytes, to.seal(opened, place))
        counts[value.kind] += 1
      }
    }
    await this.#removeSavings()
    return {
      apiKeys: counts['api key'],
      secondFactors: counts['second factor'],
      credentials: counts.credential,
      channels: counts.channel,
      destinations: counts.destination,
      signingKeys: counts['signing key'],
      unopened,
    }
  }

  /** Encrypts keys and second factors again that are encrypted as before 0.2. Those that do not open stay. */
  async resealEarlier(vault: Vault): Promise<void> {
    const { rows } = await sql`
      SELECT 1 FROM (
        SELECT key_sealed AS sealed FROM api_keys UNION ALL SELECT sealed FROM second_factors
      ) AS stored
      WHERE substr(sealed, 1, ${sql.lit(vault.head.length)}) <> ${vault.head} LIMIT 1`.execute(
      this.#transaction,
    )
    if (rows.length === 0) return
    for (const { bytes, place, row } of await this.all()) {
      const isEarlier = Buffer.compare(bytes.subarray(0, vault.head.length), vault.head) !== 0
      const opened = isEarlier ? vault.openOrNull(bytes, place) : null
      if (opened !== null) await this.#replace(row, bytes, vault.seal(opened, place))
    }
  }

  /** A value that was changed meanwhile stays. */
  #replace({ table, column, key }: SealedRow, from: Uint8Array, to: Uint8Array) {
    const where = Object.entries({ ...key, [column]: from }).map(
      ([name, value]) => sql`${sql.ref(name)} = ${value}`,
    )
    return sql`
      UPDATE ${sql.table(table)} SET ${sql.ref(column)} = ${to}
      WHERE ${sql.join(where, sql` AND `)}`.execute(this.#transaction)
  }

  /** Logins at networks, and when their accounts may be asked next. */
  async #removeSavings(): Promise<void> {
    await sql`UPDATE connections SET login = NULL, login_until_ms = NULL`.execute(this.#transaction)
    await sql`DELETE FROM network_places`.execute(this.#transaction)
  }
}
