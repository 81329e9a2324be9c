import type { ReportView, RowDimension } from '../view/report-view.ts'
import { isTime } from '../view/report-view.ts'
import type { Ask } from './chart-answer.ts'
import { cellsQuestion, columnsQuestion } from './questions.ts'
import type { Cell, ReportResult } from './report.ts'

/** The first metric of rows in columns of another dimension's values. */
export interface AcrossAnswer {
  readonly across: RowDimension
  /** The values in their order, each with the metric of all rows. */
  readonly columns: readonly { readonly key: string; readonly total: Cell }[]
  /** How many values there are. */
  readonly count: number
  /** The metric of a row in a column; null where there is none, or it is unknown. */
  readonly cells: ReadonlyMap<string, Cell>
  /** Whether there were too many cells to show each. */
  readonly isCut: boolean
}

/** The key of a cell. */
export const cellKey = (values: readonly Cell[]): string => JSON.stringify(values)

/** @param rows the shown ones */
export async function askAcross(
  view: ReportView,
  today: string,
  { rows }: ReportResult,
  ask: Ask,
): Promise<AcrossAnswer> {
  const across = view.across!
  const metric = view.metrics[0]!
  const found = await ask(columnsQuestion(view, today, across))
  const columns = found.rows.map((row) => ({ key: row[across]!, total: row[metric] ?? null }))
  const keys = new Map<RowDimension, readonly string[]>(
    view.rows
      .filter((name) => !isTime(name))
      .map((name) => [name, [...new Set(rows.flatMap((row) => row[name] ?? []))]]),
  )
  if (!isTime(across))
    keys.set(
      across,
      columns.map(({ key }) => key),
    )
  const answer = await ask(cellsQuestion(view, today, across, keys))
  const names = [...view.rows, across]
  return {
    across,
    columns,
    count: found.totalRows ?? columns.length,
    cells: new Map(
      answer.rows.map((row) => [
        cellKey(names.map((name) => row[name] ?? null)),
        row[metric] ?? null,
      ]),
    ),
    isCut: answer.hasMore,
  }
}
