import { keepPreviousData } from '@tanstack/react-query'
import { useAccount, useAnswer } from '../../api/queries.ts'
import { daysOf, type View } from '../../view/view.ts'

/** Days and filters of a view, as the server takes them. Restatements have no formats and countries. */
export function sliceParameters({ range, filters }: View, today: string) {
  const { from, to } = daysOf(range, today)
  const { app_id, platform, network } = filters
  return { start_date: from, end_date: to, app_id, platform, network }
}

/** The restatements of the days of a view. */
export function useRestatements(view: View) {
  const parameters = sliceParameters(view, useAccount().today)
  return useAnswer('restatements', parameters, { placeholderData: keepPreviousData })
}

/** The figures of a view as of a time, beside the current ones. @param asOf null asks for nothing */
export function useEarlierFigures(view: View, asOf: string | null) {
  const { today } = useAccount()
  const parameters = { ...sliceParameters(view, today), ...view.filters, as_of: asOf ?? undefined }
  return useAnswer('earlier-figures', parameters, {
    placeholderData: keepPreviousData,
    enabled: asOf !== null,
  })
}
