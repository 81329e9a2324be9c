import { parseDate } from '@internationalized/date'
import {
  Button,
  Calendar,
  DateInput,
  DatePicker,
  DateSegment,
  Dialog,
  FieldError,
  Group,
  Label,
  Popover,
  Text,
} from 'react-aria-components'
import { CalendarDays } from './calendar-days.tsx'
import styles from './day-field.module.css'
import range from './range-picker.module.css'

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

/** The field and its calendar, which are loaded when they are first shown. */
export default function DayInput(props: DayFieldProps) {
  const { label, hint, value, onChange, min, max, name, isRequired = false } = props
  return (
    <DatePicker
      className={`field ${styles.day}`}
      // As the weeks of reports.
      firstDayOfWeek="mon"
      value={value === undefined ? undefined : dayOf(value)}
      minValue={dayOf(min)}
      maxValue={dayOf(max)}
      isRequired={isRequired}
      onChange={(day) => onChange?.(day?.toString() ?? '')}
      {...(name !== undefined && { name })}
    >
      <Label>{label}</Label>
      <Group className={styles.field!}>
        <DateInput className={styles.parts!}>{(part) => <DateSegment segment={part} />}</DateInput>
        <Button className={styles.open!} aria-label="Calendar">
          ▾
        </Button>
      </Group>
      {hint !== undefined && (
        <Text slot="description" elementType="small">
          {hint}
        </Text>
      )}
      <FieldError className={`failure ${styles.refused}`} />
      <Popover className="popover" placement="bottom start">
        <Dialog>
          <Calendar className={range.calendar!}>
            <CalendarDays />
          </Calendar>
        </Dialog>
      </Popover>
    </DatePicker>
  )
}

const dayOf = (day: string | undefined) => (day === undefined || day === '' ? null : parseDate(day))
