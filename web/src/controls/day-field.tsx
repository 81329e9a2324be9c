import { Suspense } from 'react'
import { lazyPage } from '../layout/lazy-page.ts'
import styles from './day-field.module.css'

// Calendars are a tenth of the first view's script.
const DayInput = lazyPage<DayFieldProps>(() => import('./day-input.tsx'))

export interface DayFieldProps {
  readonly label: string
  readonly hint?: string
  /** ISO 8601; empty for none. Without it, a form reads the day by its `name`. */
  readonly value?: string
  readonly onChange?: (day: string) => void
  /** The first and the last day that can be chosen. */
  readonly min?: string | undefined
  readonly max?: string | undefined
  readonly name?: string
  readonly isRequired?: boolean
}

/** A field for a day: typed in the order of the reader's language, or chosen in a calendar. */
export function DayField(props: DayFieldProps) {
  return (
    <Suspense fallback={<div className={styles.waiting} />}>
      <DayInput {...props} />
    </Suspense>
  )
}
