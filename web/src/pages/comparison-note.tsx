import { useComparison } from '../api/insight-queries.ts'
import { ComparisonWords } from '../insight/comparison-words.tsx'
import { Failed } from '../layout/states.tsx'
import type { View } from '../view/view.ts'

/** Says what is compared, or that the comparison failed. @param view of the shown figures */
export function ComparisonNote({ view }: { view: View }) {
  const { data, error, refetch } = useComparison(view)
  if (view.compare === 'none') return null
  if (!error) return data && <ComparisonWords answer={data} />
  return (
    <Failed
      error={new Error(`The comparison could not be loaded. ${error.message}`)}
      onRetry={() => refetch()}
    />
  )
}
