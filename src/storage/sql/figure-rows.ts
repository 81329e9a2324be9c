import { type FigureRows, figureSums } from '../../ledger/slice-figures.ts'
import type { AccountLabels } from './labels.ts'

/** The columns of a part of an answer: the row key, the known bits, then the sums. */
export type RowColumns = readonly ArrayLike<number | bigint>[]

const firstSum = 7

/** Names the columns of some rows. */
export function toFigureRows(
  rowCount: number,
  columns: RowColumns,
  labels: AccountLabels,
): FigureRows {
  const [day, app, network, format, country, adTag, known] = columns as ArrayLike<number>[]
  const sums = figureSums.map((sum, index) => [sum, columns[firstSum + index]])
  return {
    rowCount,
    day: day!,
    app: app!,
    codes: { network: network!, format: format!, country: country!, adTag: adTag! },
    names: {
      network: labels.network.names,
      format: labels.format.names,
      country: labels.namesOf('country')!,
      adTag: labels.ad_tag.names,
    },
    known: known!,
    sums: Object.fromEntries(sums),
  }
}
