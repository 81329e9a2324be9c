import { useComparison } from '../api/insight-queries.ts'
import type { ComparisonAnswer } from '../api/wire.ts'

/** The comparison of the shown figures; without an answer and an error, it is loading. */
export interface RangeComparison {
  readonly answer: ComparisonAnswer | null
  readonly error: Error | null
  readonly retry: () => void
}

/** @param view of the shown figures */
export function useRangeComparison(view: Parameters<typeof useComparison>[0]): RangeComparison {
  const { data, error, refetch } = useComparison(view)
  return { answer: error ? null : (data ?? null), error, retry: () => void refetch() }
}
