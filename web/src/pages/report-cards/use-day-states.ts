import { useMemo } from 'react'
import { useAccount, useFreshness } from '../../api/queries.ts'
import { dayStates } from '../../charts/day-states.ts'
import type { Filters } from '../../view/view.ts'

const none: readonly string[] = []

/**
 * The states of shown days. Those that are not known, and of which loading failed, are unknown.
 *
 * @param used the networks of the shown figures, where they are known; stable between renders
 */
export function useDayStates(
  from: string,
  to: string,
  filters: Filters,
  used: readonly string[] = none,
) {
  const { today } = useAccount()
  const { data, error, refetch } = useFreshness({ from, to }, today)
  // Of the last answer, only its own days are known.
  const known = error ? null : (data ?? null)
  const states = useMemo(
    () => dayStates(from, to, known, filters, used),
    [from, to, known, filters, used],
  )
  return { states, error, retry: () => void refetch() }
}
