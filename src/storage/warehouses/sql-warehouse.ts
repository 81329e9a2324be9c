import { isDeepStrictEqual } from 'node:util'
import type { FactKind } from '../../facts/fact-kind.ts'
import { factKinds } from '../../facts/kinds.ts'
import type { TableBatch } from '../../reporting/report-table.ts'
import { type Day, formatDay } from '../../values/day.ts'
import {
  factTable,
  proofTable,
  sliceColumn,
  smallTables,
  stateTable,
  type TableRow,
  type TableRows,
  validity,
} from '../../warehouse/tables.ts'
import {
  type CopiedSlice,
  type CopiedTotals,
  type CopyState,
  changedMeanwhile,
  type Warehouse,
  type WarehouseChange,
} from '../../warehouse/warehouse.ts'
import { numbersOf, proofIn, totalsIn } from './copied-totals.ts'
import { sliceBatches, sliceColumns } from './slice-batch.ts'
import { createIndex, createTables, storedTable } from './sql-schema.ts'
import type { SqlSession } from './sql-session.ts'
import { stateIn, stateRow } from './state-row.ts'
import { unlessEmpty } from './unless-empty.ts'

const kinds: readonly FactKind[] = Object.values(factKinds)
/** Rows of one statement. */
const rowsAtOnce = 500

/** A warehouse whose transactions are SQL's. Its views show what its stored tables have. */
export class SqlWarehouse implements Warehouse {
  readonly #session: SqlSession
  #hasChanged = false

  constructor(session: SqlSession) {
    this.#session = session
  }

  async prepare(): Promise<void> {
    await this.#inTransaction(() => createTables(this.#session))
  }

  async stateOf(account: string): Promise<CopyState | null> {
    const names = stateTable.columns.slice(1).map(({ name, type }) => {
      return type.kind === 'time' ? `(extract(epoch FROM ${name}) * 1000)::BIGINT` : name
    })
    const [row] = await this.#session.rows(
      `SELECT ${names.join(', ')} FROM ${stateTable.name} WHERE account = $1`,
      [account],
    )
    return row ? stateIn(row) : null
  }

  totalsOf(account: string, kind: FactKind): Promise<CopiedTotals[]> {
    return monthTotals(this.#session, kind.name, account, kind)
  }

  async proofOf(account: string, kind: FactKind): Promise<CopiedTotals[]> {
    const rows = await this.#session.rows(
      `SELECT ${this.#session.dayNumber('month')}, column_name, total::TEXT FROM ${proofTable.name} WHERE account = $1 AND table_name = $2`,
      [account, kind.name],
    )
    return proofIn(kind, rows)
  }

  async transact(
    account: string,
    expected: CopyState | null,
    work: (change: WarehouseChange) => Promise<void>,
  ): Promise<void> {
    await this.#inTransaction(async () => {
      await this.#session.lock(account)
      if (!isDeepStrictEqual(await this.stateOf(account), expected)) {
        throw changedMeanwhile()
      }
      await work(new SqlChange(this.#session))
    })
    this.#hasChanged = true
  }

  /** Creates indexes that no step has needed yet. What is missing is created by a later step. */
  async close(): Promise<void> {
    for (const kind of this.#hasChanged ? kinds : []) {
      await createIndex(this.#session, kind).catch(() => undefined)
    }
    await this.#session.close()
  }

  async #inTransaction(work: () => Promise<void>): Promise<void> {
    const session = this.#session
    await session.run('BEGIN')
    try {
      await work()
      await session.run('COMMIT')
    } catch (error) {
      // A connection that was lost has ended its transaction.
      await session.run('ROLLBACK').catch(() => undefined)
      throw error
    }
  }
}

/** Adds up the rows of an account in a table, a view or a table function, by month. */
export async function monthTotals(
  session: SqlSession,
  source: string,
  account: string,
  kind: FactKind,
): Promise<CopiedTotals[]> {
  const sums = numbersOf(kind).map(({ name }) => `coalesce(sum(${name}), 0)::TEXT`)
  const month = session.dayNumber(`date_trunc('month', date)::DATE`)
  const rows = await session.rows(
    `SELECT ${[month, 'count(*)::TEXT', ...sums].join(', ')} FROM ${source} WHERE account = $1 GROUP BY 1`,
    [account],
  )
  return totalsIn(kind, rows)
}

export class SqlChange implements WarehouseChange {
  readonly #session: SqlSession

  constructor(session: SqlSession) {
    this.#session = session
  }

  async clear(account: string): Promise<void> {
    const tables = [...kinds.map(storedTable), ...smallTables.map(({ name }) => name)]
    for (const table of tables) {
      await this.#session.run(`DELETE FROM ${table} WHERE account = $1`, [account])
    }
  }

  async endSlices(
    account: string,
    kind: FactKind,
    slices: readonly CopiedSlice[],
    endEntry: number | null,
  ): Promise<void> {
    if (slices.length === 0) return
    await createIndex(this.#session, kind)
    await this.#session.run('DELETE FROM adtally_ended')
    await this.#session.insert('adtally_ended', sliceColumns, sliceBatches(slices))
    const stored = storedTable(kind)
    const days = [...new Set(slices.map(({ day }) => `'${formatDay(day as Day)}'`))]
    const condition = `${stored}.account = $1 AND ${stored}.valid_to_entry IS NULL
      AND ${stored}.date IN (${days.join(', ')})
      AND ${stored}.date = adtally_ended.date AND ${stored}.app_id = adtally_ended.app_id
      AND ${stored}.${sliceColumn(kind)} = adtally_ended.label`
    if (endEntry === null) {
      await this.#session.run(`DELETE FROM ${stored} USING adtally_ended WHERE ${condition}`, [
        account,
      ])
    } else {
      await this.#session.run(
        `UPDATE ${stored} SET valid_to_entry = $2::BIGINT FROM adtally_ended WHERE ${condition}`,
        [account, endEntry],
      )
    }
  }

  async addFacts(kind: FactKind, batches: AsyncIterable<TableBatch>): Promise<void> {
    const rows = await unlessEmpty(batches)
    if (rows) {
      const columns = [...factTable(kind).columns, validity[0]!]
      await this.#session.insert(storedTable(kind), columns, rows)
    }
  }

  async putRows(account: string, { table, rows }: TableRows, where: TableRow = {}): Promise<void> {
    const columns = table.columns.filter(({ name }) => name === 'account' || name in where)
    const conditions = columns.map(
      ({ name, type }, place) => `${name} = ${this.#session.placeholder(place + 1, type)}`,
    )
    const key = columns.map(({ name }) => (name === 'account' ? account : where[name]!))
    await this.#session.run(`DELETE FROM ${table.name} WHERE ${conditions.join(' AND ')}`, key)
    for (let from = 0; from < rows.length; from += rowsAtOnce) {
      const part = rows.slice(from, from + rowsAtOnce)
      let position = 0
      const tuples = part.map(() => {
        const cells = table.columns.map(({ type }) => this.#session.placeholder(++position, type))
        return `(${cells.join(', ')})`
      })
      const values = part.flatMap((row) =>
        table.columns.map(({ name }) => (name === 'account' ? account : row[name]!)),
      )
      const names = table.columns.map(({ name }) => name).join(', ')
      await this.#session.run(
        `INSERT INTO ${table.name} (${names}) VALUES ${tuples.join(', ')}`,
        values,
      )
    }
  }

  putState(account: string, state: CopyState): Promise<void> {
    return this.putRows(account, { table: stateTable, rows: [stateRow(state)] })
  }
}
