import type { AnomalyAnswer, FiguresAnswer } from '../api/wire.ts'
import { useFormats } from '../figures/formats.ts'
import { networkName, seriesName } from '../figures/names.ts'
import { moneyTotals, totalsAt } from '../figures/sums.ts'
import type { PlacedNote } from '../notes/notes-of-days.ts'
import type { ChartMetric } from '../view/view.ts'
import styles from './day-note.module.css'
import type { DayStates } from './day-states.ts'
import { stateTexts } from './day-states.ts'
import { Swatch } from './swatch.tsx'
import type { UnusualDays } from './unusual-days.ts'
import { unusualText } from './unusual-days.ts'

export interface DayNoteProps {
  readonly figures: FiguresAnswer
  readonly metric: ChartMetric
  readonly nameOf: (key: string) => string
  /** The CSS colour of a group; null is all others. */
  readonly colourOf: (key: string | null) => string
  readonly states: DayStates
  /** Null where revenue is not shown. */
  readonly unusual: UnusualDays | null
  /** The notes on the day. */
  readonly notes: readonly PlacedNote[]
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
  const { figures, metric, nameOf, colourOf, states, unusual, notes } = props
  const { day, place, bar, width, rem } = props
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
      {unusual && <Unusual {...{ unusual, day, nameOf }} />}
      <Noted notes={notes} />
    </div>
  )
}

/** The notes on a day or period. */
export function Noted({ notes }: { notes: readonly PlacedNote[] }) {
  return notes.map(({ note: { id, text } }) => (
    <p key={id} className={styles.noted}>
      <Swatch mark="note" /> <bdi>{text}</bdi>
    </p>
  ))
}

/** The revenue that was expected of an unusual day, of all and of its groups. */
export function Unusual({
  unusual,
  day,
  nameOf,
}: {
  readonly unusual: UnusualDays
  readonly day: string
  readonly nameOf: (key: string) => string
}) {
  const formats = useFormats()
  const expected = ({ expected_micros: micros }: AnomalyAnswer) =>
    `${formats.metric('revenue', moneyTotals(micros))} expected`
  const total = unusual.total.get(day)
  const groups = [...unusual.byKey].flatMap(([key, days]) =>
    days.filter(({ date }) => date === day).map((one) => `${nameOf(key)} ${expected(one)}`),
  )
  const texts = [...(total ? [expected(total)] : []), ...groups.slice(0, maxUnusual)]
  return texts.length > 0 && <p className={styles.state}>{unusualText(texts.join('; '))}</p>
}

const maxUnusual = 3
const noteRem = 17
const gapPx = 8

/** On the side of the bar with more room; below the chart if neither has enough. */
export function besideBar({ from, to }: DayNoteProps['bar'], chart: number, rem: number) {
  const width = Math.min(noteRem * rem, chart)
  const isRight = chart - to >= from
  const room = isRight ? chart - to : from
  if (room >= width + gapPx)
    return { width, top: 8, left: isRight ? to + gapPx : from - gapPx - width }
  const left = Math.min(Math.max((from + to - width) / 2, 0), chart - width)
  return { width, top: '100%', left }
}
