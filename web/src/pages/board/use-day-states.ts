import { useMemo } from 'react'
import { useAccount, useFreshness } from '../../api/queries.ts'
import { dayStates } from '../../charts/day-states.ts'
import type { Filters } from '../../view/view.ts'

/** The states of shown days. Those that are not known, and of which loading failed, are unknown. */
export function useDayStates(from: string, to: string, filters: Filters) {
  const { today } = useAccount()
  const { data, error, isPlaceholderData, refetch } = useFreshness({ from, to }, today)
  const known = error || isPlaceholderData ? null : (data ?? null)
  const states = useMemo(() => dayStates(from, to, known, filters), [from, to, known, filters])
  return { states, error, retry: () => void refetch() }
}
