import styles from './paging.module.css'
import { QuietButton } from './quiet-button.tsx'

export interface PagingProps<Place> {
  /** Where the shown page begins; null for the latest. */
  readonly before: Place | null
  /** Where the next page begins; null when there is none, undefined while the list loads. */
  readonly nextBefore: Place | null | undefined
  /** The name of the button to the next page. */
  readonly earlier: string
  readonly onChange: (before: Place | null) => void
}

/** Buttons below a list, to earlier entries and back. */
export function Paging<Place>({ before, nextBefore, earlier, onChange }: PagingProps<Place>) {
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
