import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useAccount } from '../api/queries.ts'
import { getResponse, type Parameters, type RequestOptions } from '../api/request.ts'
import type { ExploreView } from '../view/explore.ts'
import { askAcross } from './across.ts'
import { askChart, type ChartAnswer } from './chart-answer.ts'
import { shownQuestion } from './questions.ts'
import { type Report, readReport } from './report.ts'
import type { TableAnswer } from './table-file.ts'

/** Asks the report endpoint. @throws ApiError */
async function askReport(parameters: Parameters, options: RequestOptions): Promise<Report> {
  const answer = await getResponse('report', parameters, options)
  return readReport(await answer.text())
}

export function useTableAnswer(view: ExploreView) {
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
export function useChartAnswer(view: ExploreView) {
  const { today, username: account } = useAccount()
  const { range, filters, rows, plot, grain, against } = view
  return useQuery({
    queryKey: ['report chart', account, today, range, filters, rows, plot, grain, against],
    queryFn: ({ signal }): Promise<ChartAnswer> =>
      askChart(view, today, (parameters) => askReport(parameters, { account, signal })),
    placeholderData: keepPreviousData,
  })
}
