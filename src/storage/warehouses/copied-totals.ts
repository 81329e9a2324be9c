import { type FactKind, microsOf } from '../../facts/fact-kind.ts'
import type { CopiedTotals } from '../../warehouse/warehouse.ts'

const microsPerUnit = 1_000_000n

/** The numbers of a kind's rows: their column in a warehouse, and in Adtally. */
export const numbersOf = (kind: FactKind) => [
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

/** @param rows the month, the number of rows, and the sums of {@link numbersOf} */
export const totalsIn = (kind: FactKind, rows: readonly (readonly unknown[])[]): CopiedTotals[] =>
  rows.map(([month, count, ...totals]) => ({
    month: Number(month),
    rows: BigInt(String(count)),
    sums: Object.fromEntries(
      numbersOf(kind).map(({ stored, isMoney }, place) => [
        stored,
        isMoney ? microsIn(String(totals[place])) : BigInt(String(totals[place])),
      ]),
    ),
  }))

/** @param rows the month, the column and the total, of `adtally_proof` */
export function proofIn(kind: FactKind, rows: readonly (readonly unknown[])[]): CopiedTotals[] {
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

/** Of a decimal number with at most six digits after the point. */
function microsIn(text: string): bigint {
  const [, sign, whole, fraction = ''] = /^(-?)(\d+)(?:\.(\d{1,6}))?$/.exec(text)!
  return BigInt(`${sign}${whole}${fraction.padEnd(6, '0')}`)
}
