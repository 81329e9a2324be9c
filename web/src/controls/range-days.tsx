import { parseDate } from '@internationalized/date'
import { RangeCalendar } from 'react-aria-components'
import { CalendarDays } from './calendar-days.tsx'
import styles from './range-picker.module.css'

interface Days {
  readonly from: string
  readonly to: string
}

export interface RangeDaysProps extends Days {
  readonly today: string
  readonly onChange: (days: Days) => void
}

/** A calendar to choose the first and the last day of a range. */
export default function RangeDays({ from, to, today, onChange }: RangeDaysProps) {
  return (
    <RangeCalendar
      aria-label="Days"
      className={styles.calendar}
      // As the weeks of reports.
      firstDayOfWeek="mon"
      defaultValue={{ start: parseDate(from), end: parseDate(to) }}
      defaultFocusedValue={parseDate(to)}
      maxValue={parseDate(today)}
      onChange={({ start, end }) => onChange({ from: start.toString(), to: end.toString() })}
    >
      <CalendarDays />
      <p className="note">Days are those of the networks.</p>
    </RangeCalendar>
  )
}
