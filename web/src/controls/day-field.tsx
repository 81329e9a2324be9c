import { Suspense } from 'react'
import { lazyPage } from '../layout/lazy-page.ts'
import styles from './day-field.module.css'
import type { DayFieldProps } from './day-input.tsx'

// Calendars are a tenth of the first view's script.
const DayInput = lazyPage<DayFieldProps>(() => import('./day-input.tsx'))

/** A field for a day: typed in the order of the reader's language, or chosen in a calendar. */
export function DayField(props: DayFieldProps) {
  return (
    <Suspense fallback={<div className={styles.waiting} />}>
      <DayInput {...props} />
    </Suspense>
  )
}
