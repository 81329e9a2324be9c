import type { FactKind } from '../../facts/fact-kind.ts'
import { factKinds } from '../../facts/kinds.ts'
import { type AccountEntry, allFiguresOf, type FigureLedger } from '../../ledger/figure-ledger.ts'
import { type Horizon, horizonAfter } from '../../ledger/history.ts'
import type { SliceFigures } from '../../ledger/slice-figures.ts'
import type { Account } from '../../publishers/account.ts'
import type { App } from '../../publishers/app.ts'
import type { StoredSettlement } from '../../records/settlement/settlement-store.ts'
import type { Day, DaySpan } from '../../values/day.ts'
import { firstDayOfMonth, lastDayOfMonth } from '../../values/months.ts'
import { entriesTable, freshnessTable, proofTable } from '../../warehouse/tables.ts'
import {
  type CopyState,
  type Warehouse,
  type WarehouseChange,
  WarehouseError,
} from '../../warehouse/warehouse.ts'
import { proofRows } from './proof.ts'
import { type BesideFacts, rowsBesideFacts } from './rows-beside-facts.ts'
import { shipKind } from './ship-kind.ts'

export interface ShipSources {
  readonly ledger: FigureLedger
  readonly sliceFigures: SliceFigures
  readonly appsOf: (account: number) => Promise<readonly App[]>
  readonly settlementOf: (account: number) => Promise<StoredSettlement>
  readonly horizon: () => Promise<Horizon | null>
}

/** One turn of a copy. */
export interface Shipment {
  readonly warehouse: Warehouse
  readonly account: Account
  readonly installation: string
  /** The state that the copy shall have. */
  readonly target: { readonly generation: number; readonly entry: number }
  readonly keepsHistory: boolean
  /** Whether the copy is filled anew. */
  readonly isRefilled: boolean
  /** @throws CancelledError when another process works on the destination now */
  readonly assertLease: () => Promise<void>
  readonly onStep: (state: CopyState) => Promise<void>
  readonly signal: AbortSignal
}

const kinds: readonly FactKind[] = Object.values(factKinds)
/** Entries that are looked for at once. */
const entriesAtOnce = 200

/**
 * Brings the copy of an account to a state. With history, each ledger entry is a step of its own, so the copy has every
 * version of every row; without it, all changes are one step. A step is one transaction, which notes its entry: a copy
 * that is cut off is a copy of an earlier entry.
 *
 * @throws WarehouseError when the warehouse does not answer or refuses
 */
export async function shipAccount(sources: ShipSources, shipment: Shipment): Promise<CopyState> {
  const { warehouse, account, target, keepsHistory, signal } = shipment
  const stored = await warehouse.stateOf(account.username)
  const horizon = await sources.horizon()
  const isUsable = stored !== null && !(await isUnusable(sources, shipment, stored, horizon))
  let state = isUsable ? stored : null
  let expected = stored
  const entries = await entriesSince(sources, account.id, state?.entry ?? 0, target.entry)
  // Of a new copy, the first step is what is stored since the horizon.
  const first = state === null ? (horizon?.entry ?? 0) : 0
  const oldest = entries.filter(({ id }) => id <= first).slice(-1)
  const steps = keepsHistory
    ? [...oldest, ...entries.filter(({ id }) => id > first)]
    : entries.slice(-1)
  const apps = await sources.appsOf(account.id)
  const beside = rowsBesideFacts(apps, await sources.settlementOf(account.id))
  const step = { apps, beside, horizon }
  for (const { id } of steps) {
    signal.throwIfAborted()
    const passed = entries.filter((one) => one.id > (state?.entry ?? 0) && one.id <= id)
    state = await ship(sources, shipment, state, { ...step, entry: id, passed, expected })
    expected = state
  }
  if (state === null || state.appsMark !== beside.mark || state.currency !== account.currency) {
    const entry = state?.entry ?? 0
    state = await ship(sources, shipment, state, { ...step, entry, passed: [], expected })
  }
  return state
}

/** Whether a copy cannot be continued: of other figures, of another form, or older than the stored history. */
async function isUnusable(
  { ledger }: ShipSources,
  { account, installation, target, keepsHistory, isRefilled }: Shipment,
  copy: CopyState,
  horizon: Horizon | null,
): Promise<boolean> {
  if (isRefilled) return true
  if (copy.installation !== installation) throw new WarehouseError(ofAnother)
  if (copy.generation !== target.generation || copy.keepsHistory !== keepsHistory) return true
  const scope = allFiguresOf(account.id)
  return (await horizonAfter(horizon, ledger, scope, copy.entry)) !== null
}

const ofAnother =
  'The warehouse has a copy of this account from another installation. Fill it again to replace that copy.'

/** The entries that changed facts of an account after one, up to another, the oldest first. */
async function entriesSince(
  { ledger }: ShipSources,
  account: number,
  after: number,
  upTo: number,
): Promise<AccountEntry[]> {
  const found: AccountEntry[] = []
  for (let before = upTo + 1; ; ) {
    const some = await ledger.entriesOf(allFiguresOf(account), before, entriesAtOnce)
    found.push(...some.filter(({ id }) => id > after))
    const last = some.at(-1)
    if (last === undefined || last.id <= after || some.length < entriesAtOnce) break
    before = last.id
  }
  return found.reverse()
}

interface Step {
  /** The entry that the copy has after it. */
  readonly entry: number
  /** The entries since the step before. */
  readonly passed: readonly AccountEntry[]
  /** Merged and deleted ones too. */
  readonly apps: readonly App[]
  readonly beside: BesideFacts
  readonly horizon: Horizon | null
  /** What the warehouse has now, also where it cannot be continued. */
  readonly expected: CopyState | null
}

async function ship(
  sources: ShipSources,
  shipment: Shipment,
  before: CopyState | null,
  { entry, passed, apps, beside, horizon, expected }: Step,
): Promise<CopyState> {
  const { warehouse, account, installation, target, keepsHistory, signal } = shipment
  const { username } = account
  const after = {
    installation,
    generation: target.generation,
    entry,
    asOfMs: passed.at(-1)?.committedAtMs ?? before?.asOfMs ?? null,
    currency: account.currency,
    keepsHistory,
    appsMark: beside.mark,
  }
  await warehouse.transact(username, expected, async (change) => {
    await shipment.assertLease()
    if (before === null) await change.clear(username)
    const changed = before?.appsMark === after.appsMark ? [] : beside.tables
    for (const rows of changed) await change.putRows(username, rows)
    const appsByKeys = new Map(apps.map((app) => [app.key, app]))
    // Rows of the same figures may be stored only as of the horizon.
    const readEntry = Math.max(entry, horizon?.entry ?? 0)
    const onlyAdds = passed.every(({ restated, removed }) => restated === 0 && removed === 0)
    for (const kind of passed.length > 0 ? kinds : []) {
      const of = { kind, account, appsByKeys, entry, readEntry, keepsHistory, onlyAdds, signal }
      const months = await shipKind(sources, change, { ...of, before: before?.entry ?? null })
      await noteMonths(sources, shipment, change, { kind, readEntry, months })
    }
    for (const one of passed) await putEntry(change, username, one)
    await change.putState(username, after)
    const scope = allFiguresOf(account.id)
    if (await horizonAfter(await sources.horizon(), sources.ledger, scope, readEntry)) {
      throw new WarehouseError('History was compacted while it was copied. It is begun again.')
    }
    // Nothing was shipped of an account that was deleted meanwhile, or by a process that lost its lease.
    await shipment.assertLease()
  })
  await shipment.onStep(after)
  return after
}

/** Notes what the months of a kind add up to, and when their days were reported. */
async function noteMonths(
  { ledger, sliceFigures }: ShipSources,
  { account: { id, username }, signal }: Shipment,
  change: WarehouseChange,
  noted: { kind: FactKind; readEntry: number; months: ReadonlySet<Day> },
): Promise<void> {
  const { kind, readEntry: entry, months } = noted
  if (months.size === 0) return
  const scope = allFiguresOf(id)
  const days = spanOf(months)
  const totals = await sliceFigures.monthTotals({ kind, scope, days, entry }, signal)
  const reported = await ledger.reportedDays(scope, days, entry, kind)
  const daysOf = Map.groupBy(reported, ({ day }) => firstDayOfMonth(day))
  for (const month of months) {
    const where = { table_name: kind.name, month }
    const proof = totals.filter((one) => one.month === month)
    const rows = proof.flatMap((one) => proofRows(kind, one))
    await change.putRows(username, { table: proofTable, rows }, where)
    const fresh = (daysOf.get(month) ?? []).map((one) => ({
      ...where,
      date: one.day,
      network: one.network,
      is_restated: one.restated,
      last_changed_at: one.lastChangeAtMs,
      day_zone: one.dayZone,
    }))
    await change.putRows(username, { table: freshnessTable, rows: fresh }, where)
  }
}

/** All days from the first to the last of some months. */
function spanOf(months: ReadonlySet<Day>): DaySpan {
  const [firstDay, last] = [Math.min(...months), Math.max(...months)] as Day[]
  return { firstDay: firstDay!, lastDay: lastDayOfMonth(last!) }
}

const putEntry = (change: WarehouseChange, username: string, one: AccountEntry) => {
  const row = {
    entry: one.id,
    kind: one.kind,
    source: one.source,
    committed_at: one.committedAtMs,
  }
  return change.putRows(username, { table: entriesTable, rows: [row] }, { entry: one.id })
}
