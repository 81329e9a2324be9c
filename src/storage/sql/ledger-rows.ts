import type {
  AccountChange,
  AccountEntry,
  ChangedSlices,
  ChangePosition,
  LedgerEntry,
  SecondaryReport,
} from '../../ledger/figure-ledger.ts'
import type { Day, DaySpan } from '../../values/day.ts'
import { toExact } from '../../values/exact-integer.ts'
import { changedTotals } from './change-queries.ts'

/** Facts of an entry that never change. */
export type EntryFacts = Pick<LedgerEntry, 'committedAtMs' | 'dayZone'>

export const toPosition = ([entry, day, app, network]: readonly unknown[]): ChangePosition => ({
  entry: Number(entry),
  day: Number(day) as Day,
  app: Number(app),
  networkCode: Number(network),
})

/** @param rows the answer to `daySpan` in slice-queries.ts */
export function toSpan([row]: readonly unknown[][]): DaySpan | null {
  const [count, firstDay, lastDay] = row!.map(Number)
  return count === 0 ? null : { firstDay: firstDay as Day, lastDay: lastDay as Day }
}

export const toChangedSlices = ([
  slices,
  impressions,
  revenueMicros,
]: readonly unknown[]): ChangedSlices => ({
  slices: Number(slices),
  impressions: whole(impressions),
  revenueMicros: whole(revenueMicros),
})

/** Imports of one day may have different zones; the last one by name is used. */
export function lastZone(
  imports: readonly number[],
  facts: ReadonlyMap<number, EntryFacts>,
): string {
  let last = ''
  for (const id of imports) {
    const { dayZone } = facts.get(id)!
    if (dayZone > last) last = dayZone
  }
  return last
}

/** Changes of an account by an entry. */
interface EntryChange {
  /** Null when no counted figures changed. */
  counted: AccountChange | null
  /** Of all secondary reports; null when none changed. */
  secondary: AccountChange | null
}

/** Changes by entry and account. */
export function toAccountChanges(rows: readonly unknown[][], reports: readonly SecondaryReport[]) {
  const owners = ownersOf(reports)
  const changes = new Map<number, Map<number, EntryChange>>()
  for (const [entry, account, ...totals] of rows) {
    const owner = owners.get(Number(account))
    const accountId = owner ?? Number(account)
    const ofEntry = changes.get(Number(entry)) ?? new Map<number, EntryChange>()
    const change = ofEntry.get(accountId) ?? { counted: null, secondary: null }
    const part = owner === undefined ? 'counted' : 'secondary'
    change[part] = addChanges({ accountId, ...toGrowth(totals) }, change[part])
    changes.set(Number(entry), ofEntry.set(accountId, change))
  }
  return changes
}

/** @param totals the growth of `changedTotals`, whose first two are of ad figures */
function toGrowth(totals: readonly unknown[]): Omit<AccountChange, 'accountId'> {
  const [impressions, revenueMicros, ...others] = totals.map(whole) as [bigint, bigint, ...bigint[]]
  const named = others.map((total, place) => [changedTotals[place + 2]!, total] as const)
  return {
    impressions,
    revenueMicros,
    otherTotals: Object.fromEntries(named.filter(([, total]) => total !== 0n)),
  }
}

/** Changes of an account's secondary reports are one change. They have ad figures only. */
const addChanges = (change: AccountChange, before: AccountChange | null): AccountChange =>
  before === null
    ? change
    : {
        ...change,
        impressions: change.impressions + before.impressions,
        revenueMicros: change.revenueMicros + before.revenueMicros,
      }

/**
 * The changes that a list of entries shows. A mediation's import changes its secondary report besides what it counts;
 * an import with `--as`, and its undo, change a secondary report only.
 */
export const shownChanges = (
  { kind, report }: Pick<LedgerEntry, 'kind' | 'report'>,
  changes: Iterable<EntryChange>,
): AccountChange[] =>
  [...changes].flatMap(
    ({ counted, secondary }) =>
      counted ?? (kind === 'import' && report === null ? null : secondary) ?? [],
  )

export const ownersOf = (reports: readonly SecondaryReport[]) =>
  new Map(reports.map(({ reportId, accountId }) => [reportId, accountId]))

/** The ids of the account that a scope is of, and of its secondary reports. */
export function accountsOf(id: number, reports: readonly SecondaryReport[]): number[] {
  const account = ownersOf(reports).get(id) ?? id
  const own = reports.filter(({ accountId }) => accountId === account)
  return [account, ...own.map(({ reportId }) => reportId)]
}

export const byAccount = (a: AccountChange, b: AccountChange) => a.accountId - b.accountId

export function toAccountEntry(
  { id, kind, committedAtMs, undoes, undoneBy, subject, source, request, files }: LedgerEntry,
  changes: readonly unknown[],
  isShared: boolean,
): Omit<AccountEntry, 'networks' | 'networkCount'> {
  const [added, restated, removed, firstDay, lastDay] = changes.slice(0, 5).map(Number)
  return {
    id,
    kind,
    committedAtMs,
    undoes,
    undoneBy,
    subject,
    source,
    request,
    isShared,
    files: isShared ? null : files,
    added: added!,
    restated: restated!,
    removed: removed!,
    firstDay: firstDay as Day,
    lastDay: lastDay as Day,
    ...toGrowth(changes.slice(5)),
  }
}

/** @returns null when there was no slice */
export function toTotals([impressions, clicks, installs, revenueMicros]: readonly unknown[]) {
  if (impressions === null) return null
  return {
    impressions: toExact(whole(impressions)),
    clicks: toExact(whole(clicks)),
    installs: toExact(whole(installs)),
    revenueMicros: toExact(whole(revenueMicros)),
  }
}

export const whole = (value: unknown): bigint => BigInt(value as bigint | string)
