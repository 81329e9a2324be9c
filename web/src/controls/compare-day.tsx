import { parseDate } from '@internationalized/date'
import { Calendar } from 'react-aria-components'
import { CalendarDays } from './calendar-days.tsx'
import styles from './range-picker.module.css'

export interface CompareDayProps {
  /** The chosen day; null for none. */
  readonly first: string | null
  /** The first day of the range; only days before it can be chosen. */
  readonly before: string
  readonly onChange: (day: string) => void
}

/** A calendar to choose the first day of the range that days are compared with. */
export default function CompareDay({ first, before, onChange }: CompareDayProps) {
  return (
    <Calendar
      aria-label="The first day to compare with"
      className={styles.calendar}
      // As the weeks of reports.
      firstDayOfWeek="mon"
      defaultValue={first === null ? null : parseDate(first)}
      defaultFocusedValue={parseDate(first ?? before)}
      maxValue={parseDate(before).subtract({ days: 1 })}
      onChange={(day) => onChange(day.toString())}
    >
      <CalendarDays />
      <p className="note">Or choose the first day of the other range.</p>
    </Calendar>
  )
}
