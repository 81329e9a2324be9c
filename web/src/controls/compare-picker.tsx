import { useState } from 'react'
import { Button, Dialog, DialogTrigger, Popover } from 'react-aria-components'
import { comparisons } from '../../../src/values/compared-range.ts'
import { addDays, dayCount, formatDay, parseDay } from '../../../src/values/day.ts'
import { DayRange } from '../figures/day-range.tsx'
import { lazyPage } from '../layout/lazy-page.ts'
import { LoadedPart } from '../layout/loaded-part.tsx'
import { basisTitles, type Compare } from '../view/compare.ts'
import { comparedWith, usualBasis } from '../view/compared-with.ts'
import { daysOf, type Range } from '../view/view.ts'
import picker from './picker.module.css'
import styles from './range-picker.module.css'

const CompareDay = lazyPage(() => import('./compare-day.tsx'))

export interface ComparePickerProps {
  readonly compare: Compare
  readonly range: Range
  readonly today: string
  readonly onChange: (compare: Compare) => void
}

/** Picks what a range is compared with: other days in relation to it, or any before it by their first one. */
export function ComparePicker({ compare, range, today, onChange }: ComparePickerProps) {
  const [isOpen, setOpen] = useState(false)
  const { from, to } = daysOf(range, today)
  const against = compare === 'none' ? compare : comparedWith(compare, range, today)
  const choose = (chosen: Compare) => {
    setOpen(false)
    // The usual comparison follows when other days are chosen.
    onChange(chosen === usualBasis(range) ? 'usual' : chosen)
  }
  return (
    <DialogTrigger isOpen={isOpen} onOpenChange={setOpen}>
      <Button className={picker.picker!}>
        <span className={picker.pickerTitle}>Compared with</span>
        <span className={picker.pickerValue}>
          {typeof against === 'object' ? (
            <DayRange from={against.from} to={lastDay(against.from, from, to)} />
          ) : (
            titles[against]
          )}
        </span>
      </Button>
      <Popover className="popover" placement="bottom start">
        <Dialog className={styles.rangeDialog} aria-label="Compared with">
          <ul className={styles.presets}>
            {choices.map((basis) => (
              <li key={basis}>
                <button
                  type="button"
                  aria-pressed={against === basis}
                  onClick={() => choose(basis)}
                >
                  {titles[basis]}
                </button>
              </li>
            ))}
          </ul>
          <LoadedPart waiting={<div className={styles.waiting} />}>
            <CompareDay
              first={typeof against === 'object' ? against.from : null}
              before={from}
              onChange={(day) => choose({ from: day })}
            />
          </LoadedPart>
        </Dialog>
      </Popover>
    </DialogTrigger>
  )
}

const titles = { none: 'Nothing', ...basisTitles }
const choices = ['none', ...comparisons] as const

/** The last of as many days as another range has. */
const lastDay = (first: string, from: string, to: string): string =>
  formatDay(
    addDays(parseDay(first)!, dayCount({ firstDay: parseDay(from)!, lastDay: parseDay(to)! }) - 1),
  )
