import type { FiguresAnswer } from '../api/wire.ts'
import { useFormats } from '../figures/formats.ts'
import { networkName, seriesName } from '../figures/names.ts'
import { totalsAt } from '../figures/sums.ts'
import type { ChartMetric } from '../view/view.ts'
import styles from './day-note.module.css'
import type { DayState, DayStates } from './day-states.ts'
import { Swatch } from './swatch.tsx'

export interface DayNoteProps {
  readonly figures: FiguresAnswer
  readonly metric: ChartMetric
  readonly nameOf: (key: string) => string
  /** The CSS colour of a group; null is all others. */
  readonly colourOf: (key: string | null) => string
  readonly states: DayStates
  readonly day: string
  readonly place: number
  /** The edges of the day's bar, in CSS pixels from the chart's left. */
  readonly bar: { readonly from: number; readonly to: number }
  /** The chart's width. */
  readonly width: number
  readonly rem: number
}

/** The figures of the selected day. Screen readers announce it. */
export function DayNote(props: DayNoteProps) {
  const { figures, metric, nameOf, colourOf, states, day, place, bar, width, rem } = props
  const formats = useFormats()
  const written = (days: FiguresAnswer['days']) => {
    const totals = totalsAt(days, place)
    return totals && formats.metric(metric, totals)
  }
  const known = figures.series.flatMap(({ key, days }) => {
    const figure = written(days)
    return figure === null ? [] : [{ name: seriesName(key, nameOf), figure, colour: colourOf(key) }]
  })
  const missing = states.missing[place] ?? []
  return (
    <div className={styles.note} role="status" style={besideBar(bar, width, rem)}>
      <p className={styles.day}>{formats.day(day, 'long')}</p>
      <p className={styles.total}>{written(figures.days) ?? 'No figures'}</p>
      <ul>
        {known.map(({ name, figure, colour }) => (
          <li key={name}>
            <Swatch colour={colour} />
            <span>{name}</span>
            <b>{figure}</b>
          </li>
        ))}
      </ul>
      <p className={styles.state}>
        {stateTexts[states.states[place] ?? 'unknown']}
        {missing.length > 0 && states.states[place] === 'incomplete'
          ? `: ${missing.map(networkName).join(', ')}`
          : ''}
      </p>
    </div>
  )
}

const noteRem = 17
const gapPx = 8

/** On the side of the bar with more room; below the chart if neither has enough. */
function besideBar({ from, to }: DayNoteProps['bar'], chart: number, rem: number) {
  const width = Math.min(noteRem * rem, chart)
  const isRight = chart - to >= from
  const room = isRight ? chart - to : from
  if (room >= width + gapPx)
    return { width, top: 8, left: isRight ? to + gapPx : from - gapPx - width }
  const left = Math.min(Math.max((from + to - width) / 2, 0), chart - width)
  return { width, top: '100%', left }
}

const stateTexts: Readonly<Record<DayState, string>> = {
  unknown: 'Whether this day is final is not known yet',
  missing: 'No network has reported this day',
  incomplete: 'Not reported yet',
  open: 'May still change',
  final: 'Final',
}
