import { randomInt } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import type { FactKind } from '../../../facts/fact-kind.ts'
import { proofTable, stateTable, type TableRow } from '../../../warehouse/tables.ts'
import {
  type CopiedTotals,
  type CopyState,
  changedMeanwhile,
  type Warehouse,
  type WarehouseChange,
} from '../../../warehouse/warehouse.ts'
import { numbersOf, proofIn, totalsIn } from '../copied-totals.ts'
import { stateIn, stateRow } from '../state-row.ts'
import { ClickhouseChange } from './clickhouse-change.ts'
import { createClickhouseTables } from './clickhouse-schema.ts'
import { type ClickhouseSession, literal, quote, wholeIn } from './clickhouse-session.ts'
import { sweep } from './clickhouse-sweep.ts'

/** Ended slices whose rows wait for their removal while steps follow each other. */
const maxEndedSlices = 20_000

interface Found {
  readonly state: CopyState | null
  /** 0 where nothing was copied. */
  readonly step: bigint
}

/** A copy in a ClickHouse database, which has no transactions: clickhouse-names.ts tells how steps become visible. */
export class ClickhouseWarehouse implements Warehouse {
  readonly #session: ClickhouseSession
  /** The slices that ended since the last sweep, of accounts that were swept. */
  readonly #ended = new Map<string, number>()

  constructor(session: ClickhouseSession) {
    this.#session = session
  }

  prepare(): Promise<void> {
    return createClickhouseTables(this.#session)
  }

  async stateOf(account: string): Promise<CopyState | null> {
    return (await this.#find(account)).state
  }

  async totalsOf(account: string, kind: FactKind): Promise<CopiedTotals[]> {
    const sums = numbersOf(kind).map(({ name, isMoney }) =>
      isMoney ? `toString(ifNull(sum(${name}), 0))` : `ifNull(sum(toInt128(${name})), 0)`,
    )
    const rows = await this.#session.rows(
      `SELECT toInt32(toStartOfMonth(date)), ${['count()', ...sums].join(', ')} FROM ${kind.name}
      WHERE account = ${quote(account)} GROUP BY 1`,
    )
    return totalsIn(kind, rows)
  }

  async proofOf(account: string, kind: FactKind): Promise<CopiedTotals[]> {
    const rows = await this.#session.rows(
      `SELECT toInt32(month), column_name, toString(total) FROM ${proofTable.name}
      WHERE account = ${quote(account)} AND table_name = '${kind.name}'`,
    )
    return proofIn(kind, rows)
  }

  async transact(
    account: string,
    expected: CopyState | null,
    work: (change: WarehouseChange) => Promise<void>,
  ): Promise<void> {
    // A process that was killed may have left rows.
    if (!this.#ended.has(account)) await this.#sweep(account)
    const before = await this.#find(account)
    if (!isDeepStrictEqual(before.state, expected)) throw changedMeanwhile()
    const step = stepAfter(before.step)
    const change = new ClickhouseChange(this.#session, step)
    await work(change)
    await change.finish(account)
    await this.#commit(account, before.step, step, change)
    const ended = (this.#ended.get(account) ?? 0) + change.endedSlices
    this.#ended.set(account, ended)
    if (ended > maxEndedSlices) await this.#sweep(account)
  }

  /** Removes what its steps ended. What is left is removed before the next step. */
  async close(): Promise<void> {
    for (const account of this.#ended.keys()) {
      await this.#sweep(account).catch(() => undefined)
    }
    await this.#session.close()
  }

  async #sweep(account: string): Promise<void> {
    await sweep(this.#session, account)
    this.#ended.set(account, 0)
  }

  async #find(account: string): Promise<Found> {
    const names = stateTable.columns.slice(1).map(({ name, type }) => {
      return type.kind === 'time' ? `toUnixTimestamp64Milli(${name})` : name
    })
    const [row] = await this.#session.rows(
      `SELECT step, ${names.join(', ')} FROM adtally_steps WHERE account = ${quote(account)}
      ORDER BY step DESC LIMIT 1`,
    )
    if (!row) return { state: null, step: 0n }
    const [step, ...cells] = row
    return { state: stateIn(cells), step: wholeIn(step) }
  }

  /** Makes a step visible, unless another process has changed the copy since the step before. */
  async #commit(
    account: string,
    before: bigint,
    step: bigint,
    { state, hasCleared }: ClickhouseChange,
  ): Promise<void> {
    const row: TableRow = { account, ...stateRow(state!) }
    const values = stateTable.columns.map(({ name, type }) => {
      const value = row[name] ?? null
      const isTime = type.kind === 'time' && value !== null
      return isTime ? `fromUnixTimestamp64Milli(${value}, 'UTC')` : literal(value)
    })
    const owned = `FROM adtally_steps WHERE account = ${quote(account)}`
    const steps = hasCleared ? '[]' : `(SELECT argMax(steps, step) ${owned})`
    await this.#session.run(
      `INSERT INTO adtally_steps SELECT ${values.join(', ')}, ${step}, arrayPushBack(${steps}, ${step})
      WHERE (SELECT max(step) ${owned}) = ${before}`,
    )
    if ((await this.#session.whole(`SELECT max(step) ${owned}`)) !== step) throw changedMeanwhile()
  }
}

/** Bits that tell steps of the same millisecond apart. */
const randomBits = 21

/** A number for a new step: of its time, and later than the step before. The last step of an account is the valid one. */
function stepAfter(before: bigint): bigint {
  const ofNow = (BigInt(Date.now()) << BigInt(randomBits)) + BigInt(randomInt(2 ** randomBits))
  return ofNow > before ? ofNow : before + 1n + BigInt(randomInt(2 ** randomBits))
}
