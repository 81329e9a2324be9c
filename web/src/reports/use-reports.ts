import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useAccount } from '../api/queries.ts'
import { getResponse, type Parameters } from '../api/request.ts'
import { isTime, type ReportView, type RowDimension } from '../view/report-view.ts'
import type { Range } from '../view/view.ts'
import { askAcross } from './across.ts'
import { type Ask, askChart } from './chart-answer.ts'
import { shownQuestion, valuesQuestion } from './questions.ts'
import { readReport } from './report.ts'
import { type Side, sideRows } from './side-rows.ts'
import type { TableAnswer } from './table-file.ts'

/**
 * What questions to the report endpoint result in. Until it arrives, that of the last ones is returned.
 *
 * @param of everything that the questions depend on
 * @throws ApiError
 */
function useAsked<Answer>(
  name: string,
  of: readonly unknown[],
  asks: (ask: Ask) => Promise<Answer>,
  isEnabled = true,
) {
  const { username: account } = useAccount()
  return useQuery({
    queryKey: [name, account, ...of],
    queryFn: ({ signal }) =>
      asks(async (question) => {
        const answer = await getResponse('report', question, { account, signal })
        return readReport(await answer.text())
      }),
    placeholderData: keepPreviousData,
    enabled: isEnabled,
  })
}

/** The answer of the report endpoint. */
export const useReport = (question: Parameters, isEnabled = true) =>
  useAsked('report', [question], (ask) => ask(question), isEnabled)

function useTableAnswer(view: ReportView) {
  const { today } = useAccount()
  const question = shownQuestion(view, today)
  return useAsked('report table', [question, view.across], async (ask): Promise<TableAnswer> => {
    const report = await ask(question)
    const across = view.across === null ? null : await askAcross(view, today, report, ask)
    return { report, across }
  })
}

/** The figures by period that the chart shows. */
export function useChartAnswer(view: ReportView) {
  const { today } = useAccount()
  const { range, filters, rows, metrics, plot, grain, compare } = view
  const of = { today, range, filters, rows, metrics, plot, grain, compare }
  return useAsked('report chart', [of], (ask) => askChart(view, today, ask))
}

/**
 * The table of a view.
 *
 * @param compared present where the rows are beside those of the other range: both have the same ones, but of days
 */
export function useShownTable(own: ReportView, compared: ComparedSide | null) {
  const table = useTableAnswer(own)
  // Days belong to one range, and columns across are of one table.
  const isAligned = compared !== null && own.across === null && !own.rows.some(isTime)
  const both = useTableAnswer(isAligned ? compared.view : own)
  const side = isAligned ? compared.side : null
  const data = useMemo(() => {
    if (side === null) return table.data
    if (!table.data || !both.data) return undefined
    const { totalRows, hasMore } = both.data.report
    const rows = sideRows(both.data.report, side)
    return { ...table.data, report: { ...table.data.report, rows, totalRows, hasMore } }
  }, [table.data, both.data, side])
  return {
    data,
    error: table.error ?? both.error,
    isPending: table.isPending || both.isPending,
    isPlaceholderData: table.isPlaceholderData || both.isPlaceholderData,
    refetch: () => Promise.all([table.refetch(), both.refetch()]),
  }
}

/** The values of a dimension with figures in a range, the largest revenue first. */
export function useValues(dimension: RowDimension, range: Range, isWanted: boolean) {
  const { data, isLoading } = useReport(
    valuesQuestion(dimension, range, useAccount().today),
    isWanted,
  )
  return { known: data?.rows.flatMap((row) => row[dimension] ?? []) ?? [], isLoading }
}

/** Which range of a comparison a table is of. @param view has the comparison */
export interface ComparedSide {
  readonly view: ReportView
  readonly side: Side
}
