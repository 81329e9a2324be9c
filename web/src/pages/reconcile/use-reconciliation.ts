import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useAccount } from '../../api/queries.ts'
import { get } from '../../api/request.ts'
import type { ReconciliationAnswer, SecondaryReportsAnswer } from '../../api/wire.ts'
import type { View } from '../../view/view.ts'
import { sliceParameters } from '../restatements/use-restatements.ts'
import type { DrillLevel } from './level.ts'

/** The secondary reports of the account. */
export function useSecondaryReports() {
  const { username: account } = useAccount()
  return useQuery({
    queryKey: ['secondary-reports', account],
    queryFn: ({ signal }) =>
      get<SecondaryReportsAnswer>('secondary-reports', {}, { account, signal }),
  })
}

export interface ReconciliationParameters {
  readonly view: View
  readonly report: string
  readonly tolerance: string
  readonly level: DrillLevel
}

/** A secondary report compared with the figures. */
export function useReconciliation({ view, report, tolerance, level }: ReconciliationParameters) {
  const { username: account, today } = useAccount()
  const parameters = {
    ...sliceParameters(view, today),
    report,
    tolerance,
    by: level.by,
    within_start_date: level.from,
    within_end_date: level.to,
  }
  return useQuery({
    queryKey: ['reconciliation', account, parameters],
    queryFn: ({ signal }) =>
      get<ReconciliationAnswer>('reconciliation', parameters, { account, signal }),
    placeholderData: keepPreviousData,
  })
}
