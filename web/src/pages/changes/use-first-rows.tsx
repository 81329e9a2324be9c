import { useMemo, useState } from 'react'
import { QuietButton } from '../../controls/quiet-button.tsx'

const first = 5

/** The first of some rows, and a button that shows all of them, if there are more. */
export function useFirstRows<Row>(rows: readonly Row[], isWhole = false) {
  const [hasAll, setAll] = useState(false)
  const shown = useMemo(
    () => (hasAll || isWhole ? rows : rows.slice(0, first)),
    [rows, hasAll, isWhole],
  )
  const button = rows.length > first && (
    <QuietButton onClick={() => setAll(!hasAll)}>
      {hasAll ? `Show the first ${first}` : `Show all ${rows.length}`}
    </QuietButton>
  )
  return { shown, button }
}
