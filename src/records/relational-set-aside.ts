import type { Selectable } from 'kysely'
import type { NetworkAnswer, NotedNames, SetAsideName, SetAsideStore } from '../ledger/set-aside.ts'
import type { Day } from '../values/day.ts'
import { addDecimals, formatDecimal, parseDecimal } from '../values/decimal.ts'
import { batchesOf } from './batches-of.ts'
import type { RelationalDatabase } from './relational-database.ts'
import type { SetAsideRowsTable } from './tables/import-tables.ts'

type Row = Selectable<SetAsideRowsTable>

/** A row binds 13 values. */
const rowsPerStatement = 1_000

/** Stores rows that are set aside in the relational store. */
export class RelationalSetAside implements SetAsideStore {
  readonly #database: RelationalDatabase

  constructor(database: RelationalDatabase) {
    this.#database = database
  }

  async answers(accountId: number, source: string): Promise<ReadonlyMap<string, string>> {
    const rows = await this.#database.reads
      .selectFrom('network_answers')
      .select(['name_key', 'network'])
      .where('account_id', '=', accountId)
      .where('source', '=', source)
      .execute()
    return new Map(rows.map(({ name_key: key, network }) => [key, network]))
  }

  async answer({ accountId, source, name, key, network }: NetworkAnswer): Promise<string | null> {
    const before = (await this.answers(accountId, source)).get(key) ?? null
    await this.#database.writes
      .insertInto('network_answers')
      .values({ account_id: accountId, source, name_key: key, name, network })
      .onConflict((conflict) =>
        conflict.columns(['account_id', 'source', 'name_key']).doUpdateSet({ name, network }),
      )
      .execute()
    return before
  }

  async note({ accountId, source, setAside, answered, pulled, ...given }: NotedNames) {
    const connection_id = pulled?.connectionId ?? 0
    const files = JSON.stringify(given.files)
    const rows = setAside.map(
      (one): Row => ({
        account_id: accountId,
        source,
        name_key: one.key,
        day: one.day,
        app: one.app,
        currency: one.currency,
        connection_id,
        name: one.name,
        entry: given.entry,
        files,
        row_count: one.rows,
        impressions: Number(one.impressions),
        revenue: one.revenue,
      }),
    )
    const before = await this.#rows(accountId)
      .where('source', '=', source)
      .where('connection_id', '=', connection_id)
      .$if(pulled !== null, (query) => query.where('day', '=', pulled!.day))
      .execute()
    const stated = new Set(rows.map(placeOf))
    const booked = new Set(answered.map((one) => placeOf({ ...one, name_key: one.key })))
    // Listed rows are added first, so that a process which ends here loses nothing.
    const outdated = before.filter(
      (row) => pulled !== null || stated.has(placeOf(row)) || booked.has(placeOf(row)),
    )
    const current = new Set(rows.map(keyOf))
    for (const batch of batchesOf(rows, rowsPerStatement)) await this.#put(batch)
    for (const row of outdated) if (!current.has(keyOf(row))) await this.#remove(row)
  }

  async removeEntry(entry: number): Promise<void> {
    await this.#database.writes.deleteFrom('set_aside_rows').where('entry', '=', entry).execute()
  }

  async list(accountId?: number): Promise<SetAsideName[]> {
    const rows = await this.#rows(accountId).orderBy('day').execute()
    const answers = await this.#database.reads.selectFrom('network_answers').selectAll().execute()
    const networks = new Map(answers.map((one) => [nameOf(one), one.network]))
    const names = Map.groupBy(rows, (row) => JSON.stringify([nameOf(row), row.connection_id]))
    return [...names.values()]
      .map((found) => toName(found, networks.get(nameOf(found[0]!)) ?? null))
      .sort((a, b) => a.accountId - b.accountId || (sortKey(a) < sortKey(b) ? -1 : 1))
  }

  #rows(accountId?: number) {
    return this.#database.reads
      .selectFrom('set_aside_rows')
      .selectAll()
      .$if(accountId !== undefined, (query) => query.where('account_id', '=', accountId!))
  }

  async #put(rows: readonly Row[]): Promise<void> {
    await this.#database.writes
      .insertInto('set_aside_rows')
      .values([...rows])
      .onConflict((conflict) =>
        conflict
          .columns(['account_id', 'source', 'name_key', 'day', 'app', 'currency', 'connection_id'])
          .doUpdateSet((e) => ({
            name: e.ref('excluded.name'),
            entry: e.ref('excluded.entry'),
            files: e.ref('excluded.files'),
            row_count: e.ref('excluded.row_count'),
            impressions: e.ref('excluded.impressions'),
            revenue: e.ref('excluded.revenue'),
          })),
      )
      .execute()
  }

  async #remove(row: Row): Promise<void> {
    await this.#database.writes
      .deleteFrom('set_aside_rows')
      .where('account_id', '=', row.account_id)
      .where('source', '=', row.source)
      .where('name_key', '=', row.name_key)
      .where('day', '=', row.day)
      .where('app', '=', row.app)
      .where('currency', '=', row.currency)
      .where('connection_id', '=', row.connection_id)
      .execute()
  }
}

const nameOf = (row: Pick<Row, 'account_id' | 'source' | 'name_key'>): string =>
  JSON.stringify([row.account_id, row.source, row.name_key])

const placeOf = ({ name_key, day, app }: Pick<Row, 'name_key' | 'day' | 'app'>): string =>
  JSON.stringify([name_key, day, app])

const keyOf = (row: Row): string => JSON.stringify([placeOf(row), row.currency])

const sortKey = ({ source, key, connectionId }: SetAsideName): string =>
  `${source} ${key} ${connectionId ?? ''}`

/** @param rows of one name and connection, by day */
function toName(rows: readonly Row[], network: string | null): SetAsideName {
  const [first] = rows as [Row]
  const sum = (of: (row: Row) => number) => rows.reduce((total, row) => total + of(row), 0)
  const currencies = Map.groupBy(rows, ({ currency }) => currency)
  return {
    accountId: first.account_id,
    source: first.source,
    name: first.name,
    key: first.name_key,
    network,
    connectionId: first.connection_id === 0 ? null : first.connection_id,
    files: [...new Set(rows.flatMap(({ files }) => JSON.parse(files) as string[]))],
    rows: sum(({ row_count }) => row_count),
    impressions: rows.reduce((total, { impressions }) => total + BigInt(impressions), 0n),
    revenue: new Map(
      [...currencies].map(([currency, of]) => [
        currency,
        formatDecimal(addDecimals(of.map(({ revenue }) => parseDecimal(revenue)!))),
      ]),
    ),
    firstDay: first.day as Day,
    lastDay: rows.at(-1)!.day as Day,
  }
}
