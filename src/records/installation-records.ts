import { type Insertable, sql } from 'kysely'
import type { StoredKey } from '../publishers/api-key.ts'
import type { RelationalDatabase } from './relational-database.ts'
import type { InstallationTable } from './tables/tables.ts'

/** The records of the relational store about its installation. */
export interface InstallationRecord extends Insertable<InstallationTable> {
  /** Of the ledger of a journal in ClickHouse. */
  readonly ledger: string
  readonly hasAccounts: boolean
}

/** Reads and writes which figures and secret the records belong to. */
export class InstallationRecords {
  readonly #database: Pick<RelationalDatabase, 'reads' | 'writes' | 'isServer'>

  constructor(database: Pick<RelationalDatabase, 'reads' | 'writes' | 'isServer'>) {
    this.#database = database
  }

  async read(): Promise<InstallationRecord> {
    const { reads } = this.#database
    const row = await reads
      .selectFrom('installation')
      .selectAll()
      .select((e) => [
        e.selectFrom('figureState').select('figureState.identity').as('ledger'),
        e
          .selectFrom('accounts')
          .select((account) => account.fn.max('accounts.id').as('id'))
          .as('lastAccount'),
      ])
      .executeTakeFirstOrThrow()
    const { lastAccount, ledger, ...record } = row
    const [generation, turn] = [Number(record.generation), Number(record.turn)]
    return { ...record, generation, turn, ledger: ledger!, hasAccounts: lastAccount !== null }
  }

  async write(changes: Partial<InstallationTable>): Promise<void> {
    await this.#database.writes.updateTable('installation').set(changes).execute()
  }

  /** Binds records to figures and a secret, unless they are bound already. */
  async adopt(identity: string, secretCheck: string): Promise<void> {
    await this.#database.writes
      .updateTable('installation')
      .set({ identity, secretCheck })
      .where('identity', '=', '')
      .execute()
  }

  /** Changes with every account and every change to the catalogue of apps. */
  async state(): Promise<string> {
    const row = await this.#database.reads
      .selectFrom('catalogueState')
      .select((e) => [
        'version',
        e
          .selectFrom('accounts')
          .select((account) => account.fn.max('accounts.id').as('id'))
          .as('lastAccount'),
      ])
      .executeTakeFirstOrThrow()
    return `${row.lastAccount} ${row.version}`
  }

  /** Any account's key as it is stored; null without accounts. */
  async anyKey(): Promise<StoredKey | null> {
    const row = await this.#database.reads
      .selectFrom('apiKeys')
      .select(['keyHash as hash', 'keySealed as sealed'])
      .limit(1)
      .executeTakeFirst()
    return row ?? null
  }

  /**
   * Begins a generation: the catalogue gets another identity, so that no earlier answer is taken for
   * a later one. Ids of accounts and apps up to those given are not used again.
   */
  async beginGeneration(
    generation: number,
    identity: string,
    used: { readonly account: number; readonly app: number },
  ): Promise<void> {
    await this.#database.writes.transaction().execute(async (transaction) => {
      await transaction.updateTable('installation').set({ generation }).execute()
      await transaction.updateTable('catalogueState').set({ identity }).execute()
      // Their entries may be others now, or not exist.
      await transaction.deleteFrom('importRequests').execute()
      const reserve = this.#database.isServer ? reserveInPostgres : reserveInSqlite
      await reserve('accounts', 'id', used.account).execute(transaction)
      await reserve('apps', 'key', used.app).execute(transaction)
    })
  }
}

const reserveInPostgres = (table: string, key: string, last: number) => sql`
  SELECT setval(keys, ${last}::bigint)
  FROM (SELECT pg_get_serial_sequence(${table}::text, ${key}::text)::regclass AS keys) AS found
  WHERE coalesce(pg_sequence_last_value(keys), 0) < ${last}::bigint`

/** A table without rows so far is not in the list. */
const reserveInSqlite = (table: string, _key: string, last: number) => sql`
  INSERT OR REPLACE INTO sqlite_sequence (rowid, name, seq)
  SELECT (SELECT rowid FROM sqlite_sequence WHERE name = ${table}), ${table}, ${last}
  WHERE ${last} > coalesce((SELECT seq FROM sqlite_sequence WHERE name = ${table}), 0)`
