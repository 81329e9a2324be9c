import { isDeepStrictEqual } from 'node:util'
import { type FactKind, microsOf } from '../../facts/fact-kind.ts'
import { factKinds } from '../../facts/kinds.ts'
import type { TableBatch } from '../../reporting/report-table.ts'
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
  type Warehouse,
  type WarehouseChange,
  WarehouseError,
} from '../../warehouse/warehouse.ts'
import { createIndexes, createTables, storedTable } from './sql-schema.ts'
import type { SqlSession } from './sql-session.ts'

const kinds: readonly FactKind[] = Object.values(factKinds)
/** Rows of one statement. */
const rowsAtOnce = 500
const microsPerUnit = 1_000_000n

/** A warehouse whose transactions are SQL's. Its views show what its stored tables have. */
export class SqlWarehouse implements Warehouse {
  readonly #session: SqlSession

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
    if (!row) return null
    const [installation, generation, entry, asOf, currency, keepsHistory, appsMark] = row
    return {
      installation: String(installation),
      generation: Number(generation),
      entry: Number(entry),
      asOfMs: asOf === null ? null : Number(asOf),
      currency: String(currency),
      keepsHistory: keepsHistory === true,
      appsMark: String(appsMark),
    }
  }

  totalsOf(account: string, kind: FactKind): Promise<CopiedTotals[]> {
    return monthTotals(this.#session, kind.name, account, kind)
  }

  async proofOf(account: string, kind: FactKind): Promise<CopiedTotals[]> {
    const rows = await this.#session.rows(
      `SELECT ${this.#session.dayNumber('month')}, column_name, total::TEXT FROM ${proofTable.name} WHERE account = $1 AND table_name = $2`,
      [account, kind.name],
    )
    const months = Map.groupBy(rows, ([month]) => Number(month))
    return [...months].map(([month, totals]) => {
      const micros = new Map(totals.map(([, name, total]) => [name, microsIn(String(total))]))
      const unitsOf = (name: string) => (micros.get(name) ?? 0n) / microsPerUnit
      return {
        month,
        rows: unitsOf('rows'),
        sums: Object.fromEntries(
          numbersOf(kind).map(({ name, stored, isMoney }) => [
            stored,
            isMoney ? (micros.get(name) ?? 0n) : unitsOf(name),
          ]),
        ),
      }
    })
  }

  async transact(
    account: string,
    expected: CopyState | null,
    work: (change: WarehouseChange) => Promise<void>,
  ): Promise<void> {
    await this.#inTransaction(async () => {
      await this.#session.lock(account)
      if (!isDeepStrictEqual(await this.stateOf(account), expected)) {
        throw new WarehouseError('Another process changed the copy meanwhile. It is tried again.')
      }
      const change = new SqlChange(this.#session)
      await work(change)
      if (change.hasCleared) await createIndexes(this.#session)
    })
  }

  close(): Promise<void> {
    return this.#session.close()
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
  return rows.map(([month, count, ...totals]) => ({
    month: Number(month),
    rows: BigInt(String(count)),
    sums: Object.fromEntries(
      numbersOf(kind).map(({ stored, isMoney }, place) => [
        stored,
        isMoney ? microsIn(String(totals[place])) : BigInt(String(totals[place])),
      ]),
    ),
  }))
}

export class SqlChange implements WarehouseChange {
  /** Whether the copy is filled anew. */
  hasCleared = false
  readonly #session: SqlSession

  constructor(session: SqlSession) {
    this.#session = session
  }

  async clear(account: string): Promise<void> {
    this.hasCleared = true
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
    await this.#session.run('DELETE FROM adtally_ended')
    await this.#session.insert('adtally_ended', endedColumns, one(batchOf(slices)))
    const stored = storedTable(kind)
    const condition = `${stored}.account = $1 AND ${stored}.valid_to_entry IS NULL
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
    const columns = [...factTable(kind).columns, validity[0]!]
    await this.#session.insert(storedTable(kind), columns, batches)
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
    const row = {
      installation: state.installation,
      generation: state.generation,
      entry: state.entry,
      as_of: state.asOfMs,
      currency: state.currency,
      keeps_history: state.keepsHistory,
      apps_mark: state.appsMark,
    }
    return this.putRows(account, { table: stateTable, rows: [row] })
  }
}

const endedColumns = [
  { name: 'date', type: { kind: 'day' } },
  { name: 'app_id', type: { kind: 'text' } },
  { name: 'label', type: { kind: 'text' } },
] as const

function batchOf(slices: readonly CopiedSlice[]): TableBatch {
  const texts = (labels: readonly string[]) => ({
    kind: 'text' as const,
    codes: labels.map((_, index) => index),
    labels,
  })
  return {
    rowCount: slices.length,
    cells: [
      { kind: 'day', days: slices.map(({ day }) => day) },
      texts(slices.map(({ appId }) => appId)),
      texts(slices.map(({ label }) => label)),
    ],
  }
}

async function* one(batch: TableBatch): AsyncGenerator<TableBatch> {
  yield batch
}

/** The numbers of a kind's rows: their column in the warehouse, and in Adtally. */
const numbersOf = (kind: FactKind) => [
  ...kind.countNames.map((name) => ({
    name: name as string,
    stored: name as string,
    isMoney: false,
  })),
  ...kind.moneyNames.map((name) => ({
    name: name as string,
    stored: microsOf(name),
    isMoney: true,
  })),
]

/** Of a decimal number with at most six digits after the point. */
function microsIn(text: string): bigint {
  const [, sign, whole, fraction = ''] = /^(-?)(\d+)(?:\.(\d{1,6}))?$/.exec(text)!
  return BigInt(`${sign}${whole}${fraction.padEnd(6, '0')}`)
}
