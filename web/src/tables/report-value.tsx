import type { NameOf } from '../reports/names.ts'
import { filterOf, isTime, type RowDimension } from '../view/report-view.ts'
import styles from './report-table.module.css'

export interface ReportValueProps {
  readonly dimension: string
  readonly value: string
  readonly nameOf: NameOf
  /** Shows only figures with the value; absent where values are not clicked. */
  readonly onValue: ((dimension: string, value: string) => void) | undefined
}

const isDrilled = (name: string): boolean => isTime(name) || filterOf(name as RowDimension) !== null

/** A value of a dimension: a button, unless nothing can be filtered by it. */
export function ReportValue({ dimension, value, nameOf, onValue }: ReportValueProps) {
  const text = nameOf(dimension, value)
  const shown = dimension === 'date' ? <span className={styles.day}>{text}</span> : text
  if (!onValue || !isDrilled(dimension)) return shown
  return (
    <button
      type="button"
      className={styles.value}
      aria-label={`Only ${text}`}
      onClick={() => onValue(dimension, value)}
    >
      {shown}
    </button>
  )
}
