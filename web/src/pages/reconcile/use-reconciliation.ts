import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useAccount } from '../../api/queries.ts'
import { get } from '../../api/request.ts'
import type { ReconciliationAnswer, SecondaryReportsAnswer } from '../../api/wire.ts'
import type { View } from '../../view/view.ts'
import { sliceParameters } from '../restatements/use-restatements.ts'
import type { Level } from './level.ts'

/** The secondary reports of the account. */
export function useSecondaryReports() {
  const { username: account } = useAccount()
  return useQuery({
    queryKey: ['secondary-reports', account],
    queryFn: ({ signal }) =>
      get<SecondaryReportsAnswer>('secondary-reports', {}, { account, signal }),
  })
}

export interface ReconciliationQuestion {
  readonly view: View
  readonly report: string
  readonly tolerance: string
  readonly level: Level
}

/** A secondary report compared with the figures. @param question null asks for nothing */
export function useReconciliation(question: ReconciliationQuestion | null) {
  const { username: account, today } = useAccount()
  const parameters = question && {
    ...sliceParameters(question.view, today),
    report: question.report,
    tolerance: question.tolerance,
    by: question.level.by,
    within_start_date: question.level.from,
    within_end_date: question.level.to,
  }
  return useQuery({
    queryKey: ['reconciliation', account, parameters],
    queryFn: ({ signal }) =>
      get<ReconciliationAnswer>('reconciliation', parameters!, { account, signal }),
    placeholderData: keepPreviousData,
    enabled: parameters !== null,
  })
}
