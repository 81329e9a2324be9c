import type { Selectable } from 'kysely'
import type { NetworkAnswer, NotedNames, SetAsideName } from '../ledger/set-aside.ts'
import { addDecimals, formatDecimal, parseDecimal } from '../values/decimal.ts'
import { batchesOf } from './batches-of.ts'
import type { RelationalDatabase } from './relational-database.ts'
import type { SetAsideRowsTable } from './tables/import-tables.ts'

type Row = Selectable<SetAsideRowsTable>

/** A row binds 13 values. */
const rowsPerStatement = 1_000

/** Stores rows that are set aside, and what people answered about their networks. */
export class SetAsideStore {
  readonly #database: RelationalDatabase

  constructor(database: RelationalDatabase) {
    this.#database = database
  }

  /** The networks that an account's people answered for a source, by the key of the name. */
  async answers(accountId: number, source: string): Promise<ReadonlyMap<string, string>> {
    const rows = await this.#database.reads
      .selectFrom('networkAnswers')
      .select(['nameKey', 'network'])
      .where('accountId', '=', accountId)
      .where('source', '=', source)
      .execute()
    return new Map(rows.map(({ nameKey: key, network }) => [key, network]))
  }

  /** Stores an answer. @returns the network that was answered before; null for none */
  async answer({ accountId, source, name, key, network }: NetworkAnswer): Promise<string | null> {
    const before = (await this.answers(accountId, source)).get(key) ?? null
    await this.#database.writes
      .insertInto('networkAnswers')
      .values({ accountId, source, nameKey: key, name, network })
      .onConflict((conflict) =>
        conflict.columns(['accountId', 'source', 'nameKey']).doUpdateSet({ name, network }),
      )
      .execute()
    return before
  }

  /** Replaces what is known of a report's names, and removes the rows that are booked now. */
  async note({ accountId, source, setAside, answered, pulled, ...given }: NotedNames) {
    const connectionId = pulled?.connectionId ?? 0
    const files = JSON.stringify(given.files)
    const rows = setAside.map(
      (one): Row => ({
        accountId,
        source,
        nameKey: one.key,
        day: one.day,
        app: one.app,
        currency: one.currency,
        connectionId,
        name: one.name,
        entry: given.entry,
        files,
        rowCount: one.rows,
        impressions: Number(one.impressions),
        revenue: one.revenue,
      }),
    )
    const before = await this.#rows(accountId)
      .where('source', '=', source)
      .where('connectionId', '=', connectionId)
      .$if(pulled !== null, (query) => query.where('day', '=', pulled!.day))
      .execute()
    const stated = new Set(rows.map(placeOf))
    const booked = new Set(answered.map((one) => placeOf({ ...one, nameKey: one.key })))
    // Listed rows are added first, so that a process which ends here loses nothing.
    const outdated = before.filter(
      (row) => pulled !== null || stated.has(placeOf(row)) || booked.has(placeOf(row)),
    )
    const current = new Set(rows.map(keyOf))
    for (const batch of batchesOf(rows, rowsPerStatement)) await this.#put(batch)
    for (const row of outdated) if (!current.has(keyOf(row))) await this.#remove(row)
  }

  /** Removes the rows that an import left out, because it was undone. */
  async removeEntry(entry: number): Promise<void> {
    await this.#database.writes.deleteFrom('setAsideRows').where('entry', '=', entry).execute()
  }

  /** By account, source and name. @param accountId all accounts when absent */
  async list(accountId?: number): Promise<SetAsideName[]> {
    const rows = await this.#rows(accountId).orderBy('day').execute()
    const answers = await this.#database.reads.selectFrom('networkAnswers').selectAll().execute()
    const networks = new Map(answers.map((one) => [nameOf(one), one.network]))
    const names = Map.groupBy(rows, (row) => JSON.stringify([nameOf(row), row.connectionId]))
    return [...names.values()]
      .map((found) => toName(found, networks.get(nameOf(found[0]!)) ?? null))
      .sort((a, b) => a.accountId - b.accountId || (sortKey(a) < sortKey(b) ? -1 : 1))
  }

  #rows(accountId?: number) {
    return this.#database.reads
      .selectFrom('setAsideRows')
      .selectAll()
      .$if(accountId !== undefined, (query) => query.where('accountId', '=', accountId!))
  }

  async #put(rows: readonly Row[]): Promise<void> {
    await this.#database.writes
      .insertInto('setAsideRows')
      .values([...rows])
      .onConflict((conflict) =>
        conflict
          .columns(['accountId', 'source', 'nameKey', 'day', 'app', 'currency', 'connectionId'])
          .doUpdateSet((e) => ({
            name: e.ref('excluded.name'),
            entry: e.ref('excluded.entry'),
            files: e.ref('excluded.files'),
            rowCount: e.ref('excluded.rowCount'),
            impressions: e.ref('excluded.impressions'),
            revenue: e.ref('excluded.revenue'),
          })),
      )
      .execute()
  }

  async #remove(row: Row): Promise<void> {
    await this.#database.writes
      .deleteFrom('setAsideRows')
      .where('accountId', '=', row.accountId)
      .where('source', '=', row.source)
      .where('nameKey', '=', row.nameKey)
      .where('day', '=', row.day)
      .where('app', '=', row.app)
      .where('currency', '=', row.currency)
      .where('connectionId', '=', row.connectionId)
      .execute()
  }
}

const nameOf = (row: Pick<Row, 'accountId' | 'source' | 'nameKey'>): string =>
  JSON.stringify([row.accountId, row.source, row.nameKey])

const placeOf = ({ nameKey, day, app }: Pick<Row, 'nameKey' | 'day' | 'app'>): string =>
  JSON.stringify([nameKey, day, app])

const keyOf = (row: Row): string => JSON.stringify([placeOf(row), row.currency])

const sortKey = ({ source, key, connectionId }: SetAsideName): string =>
  `${source} ${key} ${connectionId ?? ''}`

/** @param rows of one name and connection, by day */
function toName(rows: readonly Row[], network: string | null): SetAsideName {
  const [first] = rows as [Row]
  const sum = (of: (row: Row) => number) => rows.reduce((total, row) => total + of(row), 0)
  const currencies = Map.groupBy(rows, ({ currency }) => currency)
  return {
    accountId: first.accountId,
    source: first.source,
    name: first.name,
    key: first.nameKey,
    network,
    connectionId: first.connectionId === 0 ? null : first.connectionId,
    files: [...new Set(rows.flatMap(({ files }) => JSON.parse(files) as string[]))],
    rows: sum(({ rowCount }) => rowCount),
    impressions: rows.reduce((total, { impressions }) => total + BigInt(impressions), 0n),
    revenue: new Map(
      [...currencies].map(([currency, of]) => [
        currency,
        formatDecimal(addDecimals(of.map(({ revenue }) => parseDecimal(revenue)!))),
      ]),
    ),
    firstDay: first.day,
    lastDay: rows.at(-1)!.day,
  }
}
