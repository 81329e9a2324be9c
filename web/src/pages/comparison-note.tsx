import { ComparisonWords } from '../insight/comparison-words.tsx'
import { Failed } from '../layout/states.tsx'
import { boardTexts } from '../texts/en/board.tsx'
import type { RangeComparison } from './range-comparison.ts'

export interface ComparisonNoteProps {
  readonly comparison: RangeComparison
}

/** Says what is compared, or that the comparison failed. */
export function ComparisonNote({ comparison: { answer, error, retry } }: ComparisonNoteProps) {
  if (answer) return <ComparisonWords answer={answer} />
  if (!error) return null
  return <Failed error={new Error(boardTexts.notComparedBecause(error.message))} onRetry={retry} />
}
