import { keepPreviousData } from '@tanstack/react-query'
import { useAccount, useAnswer } from '../../api/queries.ts'
import type { View } from '../../view/view.ts'
import { sliceParameters } from '../restatements/use-restatements.ts'
import type { DrillLevel } from './level.ts'

/** The secondary reports of the account. */
export const useSecondaryReports = () => useAnswer('secondary-reports')

export interface ReconciliationParameters {
  readonly view: View
  readonly report: string
  readonly tolerance: string
  readonly level: DrillLevel
}

/** A secondary report compared with the figures. */
export function useReconciliation({ view, report, tolerance, level }: ReconciliationParameters) {
  const { today } = useAccount()
  const parameters = {
    ...sliceParameters(view, today),
    report,
    tolerance,
    by: level.by,
    within_start_date: level.from,
    within_end_date: level.to,
  }
  return useAnswer('reconciliation', parameters, { placeholderData: keepPreviousData })
}
