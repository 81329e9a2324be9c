import { parseDate } from '@internationalized/date'
import { useState } from 'react'
import {
  Button,
  CalendarCell,
  CalendarGrid,
  CalendarGridBody,
  CalendarGridHeader,
  CalendarHeaderCell,
  Dialog,
  DialogTrigger,
  Heading,
  Popover,
  RangeCalendar,
} from 'react-aria-components'
import { DayRange } from '../figures/day-range.tsx'
import { daysOf, type PresetName, presets, type Range } from '../view/view.ts'
import picker from './picker.module.css'
import styles from './range-picker.module.css'

export interface RangePickerProps {
  readonly range: Range
  readonly today: string
  readonly onChange: (range: Range) => void
}

/** Picks a preset, or two days of the calendar. */
export function RangePicker({ range, today, onChange }: RangePickerProps) {
  const [isOpen, setOpen] = useState(false)
  const { from, to } = daysOf(range, today)
  const choose = (chosen: Range) => {
    setOpen(false)
    onChange(chosen)
  }
  const title = 'preset' in range ? presets[range.preset].title : 'Days'
  return (
    <DialogTrigger isOpen={isOpen} onOpenChange={setOpen}>
      <Button className={picker.picker!}>
        <span className={picker.pickerTitle}>{title}</span>
        <span className={picker.pickerValue}>
          <DayRange from={from} to={to} />
        </span>
      </Button>
      <Popover className="popover" placement="bottom start">
        <Dialog className={styles.rangeDialog} aria-label="Days">
          <ul className={styles.presets}>
            {Object.entries(presets).map(([name, preset]) => (
              <li key={name}>
                <button
                  type="button"
                  aria-pressed={'preset' in range && range.preset === name}
                  onClick={() => choose({ preset: name as PresetName })}
                >
                  {preset.title}
                </button>
              </li>
            ))}
          </ul>
          <RangeCalendar
            aria-label="Days"
            className={styles.calendar}
            defaultValue={{ start: parseDate(from), end: parseDate(to) }}
            defaultFocusedValue={parseDate(to)}
            maxValue={parseDate(today)}
            onChange={({ start, end }) => choose({ from: start.toString(), to: end.toString() })}
          >
            <header>
              <Button slot="previous" aria-label="Earlier">
                <span className="flip">‹</span>
              </Button>
              <Heading />
              <Button slot="next" aria-label="Later">
                <span className="flip">›</span>
              </Button>
            </header>
            <CalendarGrid weekdayStyle="short">
              <CalendarGridHeader>
                {(day) => <CalendarHeaderCell>{day}</CalendarHeaderCell>}
              </CalendarGridHeader>
              <CalendarGridBody>{(date) => <CalendarCell date={date} />}</CalendarGridBody>
            </CalendarGrid>
            <p className="note">Days are those of the networks.</p>
          </RangeCalendar>
        </Dialog>
      </Popover>
    </DialogTrigger>
  )
}
