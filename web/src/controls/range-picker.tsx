import { useState } from 'react'
import { Button, Dialog, DialogTrigger, Popover } from 'react-aria-components'
import { DayRange } from '../figures/day-range.tsx'
import { lazyPage } from '../layout/lazy-page.ts'
import { LoadedPart } from '../layout/loaded-part.tsx'
import { daysTitle } from '../view/days-title.ts'
import { daysOf, offeredDays, type Range } from '../view/view.ts'
import picker from './picker.module.css'
import styles from './range-picker.module.css'

// Calendars are a tenth of the first view's script.
const RangeDays = lazyPage(() => import('./range-days.tsx'))

export interface RangePickerProps {
  readonly range: Range
  readonly today: string
  readonly onChange: (range: Range) => void
}

/** Picks days by a name, or two days of the calendar. */
export function RangePicker({ range, today, onChange }: RangePickerProps) {
  const [isOpen, setOpen] = useState(false)
  const { from, to } = daysOf(range, today)
  const choose = (chosen: Range) => {
    setOpen(false)
    onChange(chosen)
  }
  const title = 'preset' in range ? daysTitle(range.preset) : 'Days'
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
            {offeredDays.map((name) => (
              <li key={name}>
                <button
                  type="button"
                  aria-pressed={'preset' in range && range.preset === name}
                  onClick={() => choose({ preset: name })}
                >
                  {daysTitle(name)}
                </button>
              </li>
            ))}
          </ul>
          <LoadedPart waiting={<div className={styles.waiting} />}>
            <RangeDays from={from} to={to} today={today} onChange={choose} />
          </LoadedPart>
        </Dialog>
      </Popover>
    </DialogTrigger>
  )
}
