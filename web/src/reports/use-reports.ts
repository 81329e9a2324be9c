import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useAccount } from '../api/queries.ts'
import { getResponse, type Parameters, type RequestOptions } from '../api/request.ts'
import { isTime, type ReportView, type RowDimension } from '../view/report-view.ts'
import type { Range } from '../view/view.ts'
import { askAcross } from './across.ts'
import { askChart, type ChartAnswer } from './chart-answer.ts'
import { shownQuestion, valuesQuestion } from './questions.ts'
import { type ReportResult, readReport } from './report.ts'
import { type Side, sideRows } from './side-rows.ts'
import type { TableAnswer } from './table-file.ts'

/** Asks the report endpoint. @throws ApiError */
async function askReport(parameters: Parameters, options: RequestOptions): Promise<ReportResult> {
  const answer = await getResponse('report', parameters, options)
  return readReport(await answer.text())
}

/** The answer of the report endpoint. Until it arrives, that of the last question is returned. */
export function useReport(question: Parameters, isEnabled = true) {
  const { username: account } = useAccount()
  return useQuery({
    queryKey: ['report', account, question],
    queryFn: ({ signal }) => askReport(question, { account, signal }),
    placeholderData: keepPreviousData,
    enabled: isEnabled,
  })
}

function useTableAnswer(view: ReportView) {
  const { today, username: account } = useAccount()
  const question = shownQuestion(view, today)
  return useQuery({
    queryKey: ['report table', account, question, view.across],
    queryFn: async ({ signal }): Promise<TableAnswer> => {
      const ask = (parameters: Parameters) => askReport(parameters, { account, signal })
      const report = await ask(question)
      const across = view.across === null ? null : await askAcross(view, today, report, ask)
      return { report, across }
    },
    placeholderData: keepPreviousData,
  })
}

/** The figures by period that the chart shows. */
export function useChartAnswer(view: ReportView) {
  const { today, username: account } = useAccount()
  const { range, filters, rows, metrics, plot, grain, compare } = view
  return useQuery({
    queryKey: [
      'report chart',
      account,
      { today, range, filters, rows, metrics, plot, grain, compare },
    ],
    queryFn: ({ signal }): Promise<ChartAnswer> =>
      askChart(view, today, (parameters) => askReport(parameters, { account, signal })),
    placeholderData: keepPreviousData,
  })
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
