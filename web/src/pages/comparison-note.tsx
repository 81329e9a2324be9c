import { ComparisonWords } from '../insight/comparison-words.tsx'
import { Failed } from '../layout/states.tsx'
import type { RangeComparison } from './range-comparison.ts'

export interface ComparisonNoteProps {
  readonly comparison: RangeComparison
}

/** Says what is compared, or that the comparison failed. */
export function ComparisonNote({ comparison: { answer, error, retry } }: ComparisonNoteProps) {
  if (answer) return <ComparisonWords answer={answer} />
  if (!error) return null
  return (
    <Failed
      error={new Error(`The comparison could not be loaded. ${error.message}`)}
      onRetry={retry}
    />
  )
}
