import { type FactKind, microsOf } from '../../facts/fact-kind.ts'
import type { MonthTotals } from '../../ledger/slice-figures.ts'
import type { Day } from '../../values/day.ts'
import { formatMicros } from '../../values/decimal.ts'
import type { TableRow } from '../../warehouse/tables.ts'
import type { CopiedTotals, Warehouse } from '../../warehouse/warehouse.ts'

/** The rows of `adtally_proof` for a month. */
export function proofRows(kind: FactKind, { month, rows, sums }: MonthTotals): TableRow[] {
  const row = (column_name: string, total: string) => ({
    table_name: kind.name,
    month,
    column_name,
    total,
  })
  return [
    row('rows', String(rows)),
    ...kind.countNames.map((name) => row(name, String(sums[name]!))),
    ...kind.moneyNames.map((name) => row(name, formatMicros(sums[microsOf(name)]!))),
  ]
}

/** A month whose rows in a warehouse do not add up to what was noted of them. */
export interface Mismatch {
  readonly kind: FactKind
  /** Its first day. */
  readonly month: Day
  /** The column, or `rows`. */
  readonly column: string
  readonly noted: bigint
  readonly found: bigint
}

/** Adds up the rows of a copy and compares them with its proof. @returns the first difference; null without any */
export async function findMismatch(
  warehouse: Warehouse,
  account: string,
  kinds: readonly FactKind[],
): Promise<Mismatch | null> {
  for (const kind of kinds) {
    const noted = byMonth(await warehouse.proofOf(account, kind))
    const found = byMonth(await warehouse.totalsOf(account, kind))
    for (const month of [...new Set([...noted.keys(), ...found.keys()])].sort((a, b) => a - b)) {
      const [wanted, actual] = [flat(kind, noted.get(month)), flat(kind, found.get(month))]
      for (const [column, value] of wanted) {
        const other = actual.get(column)!
        if (other === value) continue
        return { kind, month: month as Day, column, noted: value, found: other }
      }
    }
  }
  return null
}

const byMonth = (totals: readonly CopiedTotals[]): Map<number, CopiedTotals> =>
  new Map(totals.map((one) => [one.month, one]))

const flat = (kind: FactKind, totals: CopiedTotals | undefined): Map<string, bigint> =>
  new Map([
    ['rows', totals?.rows ?? 0n],
    ...kind.rowNumbers.map((column) => [column, totals?.sums[column] ?? 0n] as const),
  ])
