import type { FactKind } from '../../../facts/fact-kind.ts'
import type { TableBatch } from '../../../reporting/report-table.ts'
import { type Day, formatDay } from '../../../values/day.ts'
import {
  factTable,
  sliceColumn,
  type TableRow,
  type TableRows,
  type TableValue,
  validity,
  type WarehouseColumn,
  type WarehouseTable,
  type WarehouseType,
} from '../../../warehouse/tables.ts'
import type { CopiedSlice, CopyState, WarehouseChange } from '../../../warehouse/warehouse.ts'
import { sliceBatches, sliceColumns } from '../slice-batch.ts'
import { unlessEmpty } from '../unless-empty.ts'
import {
  currentRows,
  isCurrent,
  partKeys,
  partRows,
  pastRows,
  version,
} from './clickhouse-names.ts'
import { stepColumn } from './clickhouse-schema.ts'
import { type ClickhouseSession, quote } from './clickhouse-session.ts'

/** Rows of small tables that are sent at once. */
const maxPutRows = 20_000

const required = (name: string, type: WarehouseType): WarehouseColumn => ({
  ...stepColumn,
  name,
  type,
})
const endColumns = [
  required('account', { kind: 'text' }),
  required('table_name', { kind: 'text' }),
  ...sliceColumns.map(({ name, type }) => required(name, type)),
  stepColumn,
]

/** The rows of one step. Nobody sees them before the state of the step is added. */
export class ClickhouseChange implements WarehouseChange {
  hasCleared = false
  /** The state to add. */
  state: CopyState | null = null
  endedSlices = 0
  readonly #session: ClickhouseSession
  readonly #step: bigint
  /** The entries that ended slices of kinds. */
  readonly #ends = new Map<FactKind, number | null>()
  /** Parts of small tables that are not sent yet. */
  readonly #puts = new Map<WarehouseTable, object[]>()
  #putRows = 0

  constructor(session: ClickhouseSession, step: bigint) {
    this.#session = session
    this.#step = step
  }

  /** The steps before this one are left out of its state. */
  async clear(): Promise<void> {
    this.hasCleared = true
  }

  async endSlices(
    account: string,
    kind: FactKind,
    slices: readonly CopiedSlice[],
    endEntry: number | null,
  ): Promise<void> {
    if (slices.length === 0 || this.hasCleared) return
    this.endedSlices += slices.length
    this.#ends.set(kind, endEntry)
    const batches = withConstants([account, kind.name], sliceBatches(slices), this.#step)
    await this.#session.insert('adtally_ends', endColumns, batches)
  }

  async addFacts(kind: FactKind, batches: AsyncIterable<TableBatch>): Promise<void> {
    const rows = await unlessEmpty(batches)
    if (!rows) return
    const columns = [...factTable(kind).columns, validity[0]!, stepColumn]
    await this.#session.insert(currentRows(kind), columns, withConstants([], rows, this.#step))
  }

  async putRows(account: string, { table, rows }: TableRows, where: TableRow = {}): Promise<void> {
    const keys = partKeys.get(table)!
    const cells = table.columns.filter(({ name }) => name !== 'account' && !keys.includes(name))
    const keyColumns = table.columns.filter(({ name }) => keys.includes(name))
    const part = {
      account,
      ...objectOf(keyColumns, where),
      rows: rows.map((row) => objectOf(cells, row)),
      step: String(this.#step),
    }
    const waiting = this.#puts.get(table)
    if (waiting) waiting.push(part)
    else this.#puts.set(table, [part])
    this.#putRows += rows.length
    if (this.#putRows > maxPutRows) await this.#sendParts()
  }

  async putState(_account: string, state: CopyState): Promise<void> {
    this.state = state
  }

  /** Sends what is left, and finds the rows that ended. */
  async finish(account: string): Promise<void> {
    await this.#sendParts()
    for (const [kind, endEntry] of this.#ends) await this.#endVersions(account, kind, endEntry)
  }

  async #sendParts(): Promise<void> {
    for (const [table, parts] of this.#puts) {
      await this.#session.insertObjects(partRows(table), parts)
    }
    this.#puts.clear()
    this.#putRows = 0
  }

  async #endVersions(account: string, kind: FactKind, endEntry: number | null): Promise<void> {
    const owned = `account = ${quote(account)}`
    const ends = `FROM adtally_ends WHERE ${owned} AND table_name = '${kind.name}' AND step = ${this.#step}`
    const slice = `date, app_id, ${sliceColumn(kind)}`
    await this.#session.run(
      `INSERT INTO adtally_ends (account, table_name, date, app_id, label, of_step, step)
      SELECT DISTINCT account, '${kind.name}', ${slice}, step, ${this.#step} FROM ${currentRows(kind)}
      WHERE ${owned} AND (${slice}) IN (SELECT date, app_id, label ${ends}) AND ${isCurrent(kind)}`,
    )
    if (endEntry === null) return
    const cells = [...factTable(kind).columns, validity[0]!].map(({ name }) => name).join(', ')
    await this.#session.run(
      `INSERT INTO ${pastRows(kind)} (${cells}, valid_to_entry, step)
      SELECT ${cells}, ${endEntry}, ${this.#step} FROM ${currentRows(kind)}
      WHERE ${owned} AND ${version(kind)} IN (SELECT date, app_id, label, of_step ${ends})`,
    )
  }
}

/** Texts before the cells of each batch, and a step after them. */
async function* withConstants(
  texts: readonly string[],
  batches: AsyncIterable<TableBatch>,
  step: bigint,
): AsyncGenerator<TableBatch> {
  for await (const { rowCount, cells } of batches) {
    const before = texts.map((text) => ({
      kind: 'text' as const,
      codes: new Uint32Array(rowCount),
      labels: [text],
    }))
    const after = { kind: 'number' as const, values: new BigInt64Array(rowCount).fill(step) }
    yield { rowCount, cells: [...before, ...cells, after] }
  }
}

const objectOf = (columns: readonly WarehouseColumn[], row: TableRow) =>
  Object.fromEntries(columns.map(({ name, type }) => [name, jsonValue(type, row[name]!)]))

function jsonValue({ kind }: WarehouseType, value: TableValue) {
  if (value === null) return null
  if (kind === 'day') return formatDay(Number(value) as Day)
  if (kind === 'time') return new Date(Number(value)).toISOString()
  return typeof value === 'bigint' ? String(value) : value
}
