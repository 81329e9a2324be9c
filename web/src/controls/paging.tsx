import styles from './paging.module.css'
import { QuietButton } from './quiet-button.tsx'

/** Buttons below a list, to earlier entries and back. @param earlier what the first one is called */
export function Paging({
  before,
  nextBefore,
  earlier,
  onChange,
}: {
  /** Where the shown page begins; null for the latest. */
  before: number | null
  /** Where the next page begins; null when there is none, undefined while the list loads. */
  nextBefore: number | null | undefined
  earlier: string
  onChange: (before: number | null) => void
}) {
  return (
    <p className={styles.paging}>
      {before !== null && (
        <QuietButton onClick={() => onChange(null)}>Back to the latest</QuietButton>
      )}
      {nextBefore != null && (
        <QuietButton onClick={() => onChange(nextBefore)}>{earlier}</QuietButton>
      )}
    </p>
  )
}
