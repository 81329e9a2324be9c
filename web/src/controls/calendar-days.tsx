import {
  Button,
  CalendarCell,
  CalendarGrid,
  CalendarGridBody,
  CalendarGridHeader,
  CalendarHeaderCell,
  Heading,
} from 'react-aria-components'
import { useFormats, weekdayStyle } from '../figures/formats.ts'

/** The contents of a calendar: a month with its days, and buttons to other months. */
export function CalendarDays() {
  const { locale } = useFormats()
  return (
    <>
      <header>
        <Button slot="previous" aria-label="Earlier">
          ‹
        </Button>
        <Heading />
        <Button slot="next" aria-label="Later">
          ›
        </Button>
      </header>
      <CalendarGrid weekdayStyle={weekdayStyle(locale)}>
        <CalendarGridHeader>
          {(day) => <CalendarHeaderCell>{day}</CalendarHeaderCell>}
        </CalendarGridHeader>
        <CalendarGridBody>{(date) => <CalendarCell date={date} />}</CalendarGridBody>
      </CalendarGrid>
    </>
  )
}
