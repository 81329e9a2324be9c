import { type FactKind, microsOf } from '../../facts/fact-kind.ts'
import { type CopiedTotals, CopyChangedError } from '../../warehouse/warehouse.ts'

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

/**
 * @param rows the month, the number of rows, and the sums of {@link numbersOf}
 * @throws CopyChangedError where one of them is no number
 */
export const totalsIn = (kind: FactKind, rows: readonly (readonly unknown[])[]): CopiedTotals[] =>
  rows.map(([month, count, ...totals]) => ({
    month: Number(wholeIn(month)),
    rows: wholeIn(count),
    sums: Object.fromEntries(
      numbersOf(kind).map(({ stored, isMoney }, place) => [
        stored,
        isMoney ? microsIn(totals[place]) : wholeIn(totals[place]),
      ]),
    ),
  }))

/**
 * @param rows the month, the column and the total, of `adtally_proof`
 * @throws CopyChangedError where the month or the total is no number
 */
export function proofIn(kind: FactKind, rows: readonly (readonly unknown[])[]): CopiedTotals[] {
  const months = Map.groupBy(rows, ([month]) => Number(wholeIn(month)))
  return [...months].map(([month, totals]) => {
    const micros = new Map(totals.map(([, name, total]) => [name, microsIn(total)]))
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

function wholeIn(value: unknown): bigint {
  if (/^-?\d{1,39}$/.test(String(value))) return BigInt(String(value))
  throw noNumber()
}

/** Of a decimal number with at most six digits after the point. */
function microsIn(value: unknown): bigint {
  const found = /^(-?\d{1,39})(?:\.(\d{1,6}))?$/.exec(String(value))
  if (!found) throw noNumber()
  const [, whole, fraction = ''] = found
  return BigInt(`${whole}${fraction.padEnd(6, '0')}`)
}

const noNumber = () =>
  new CopyChangedError(
    'The copy was changed by hand: one of its totals is no number. Fill it again to replace the copy.',
  )
