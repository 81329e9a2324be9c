import { Change } from '../figures/change.tsx'
import { useFormats } from '../figures/formats.ts'
import { networkName, seriesName } from '../figures/names.ts'
import { waitingText } from '../figures/waiting-text.ts'
import type { PlacedNote } from '../notes/notes-of-days.ts'
import type { ChartAnswer } from '../reports/chart-answer.ts'
import { writeMetric } from '../reports/metrics.ts'
import { daysOfPeriod } from '../view/periods.ts'
import styles from './day-note.module.css'
import { besideBar, Noted, Unusual } from './day-note.tsx'
import type { DayFreshness } from './day-states.ts'
import { stateTexts } from './day-states.ts'
import { Swatch } from './swatch.tsx'
import type { UnusualDays } from './unusual-days.ts'
import type { Waiting } from './waiting.ts'

export interface PeriodNoteProps {
  readonly answer: ChartAnswer
  readonly nameOf: (key: string) => string
  readonly colourOf: (key: string | null) => string
  readonly place: number
  readonly state: DayFreshness
  /** The reports that the period lacks. */
  readonly waiting: readonly Waiting[]
  /** Null where the chart marks no unusual days. */
  readonly unusual: UnusualDays | null
  /** The notes on the period. */
  readonly notes: readonly PlacedNote[]
  /** The edges of the period's bar, in CSS pixels from the chart's left. */
  readonly bar: { readonly from: number; readonly to: number }
  readonly width: number
  readonly rem: number
}

/** The figures of the selected period. Screen readers announce it. */
export function PeriodNote(props: PeriodNoteProps) {
  const { answer, nameOf, colourOf, place, state, waiting, unusual, notes } = props
  const { bar, width, rem } = props
  const { metric, grain, compared } = answer
  const formats = useFormats()
  const period = answer.periods[place]!
  const { from, to } = daysOfPeriod(grain, period, answer.from, answer.to)
  const write = (value: string) => writeMetric(formats, metric, value)
  const total = answer.totals[place] ?? null
  const before = compared?.totals[place] ?? null
  const own = compared?.own[place] ?? null
  // Without groups, all figures are the total.
  const groups = answer.by === null ? [] : answer.series
  const known = groups.flatMap(({ key, values }) => {
    const value = values[place] ?? null
    return value === null ? [] : [{ name: seriesName(key, nameOf), value, colour: colourOf(key) }]
  })
  return (
    <div className={styles.note} role="status" style={besideBar(bar, width, rem)}>
      <p className={styles.day}>
        {grain === 'date' ? formats.day(period, 'long') : <bdi>{formats.range(from, to)}</bdi>}
      </p>
      <p className={styles.total}>{total === null ? 'No figures' : write(total)}</p>
      <ul>
        {known.map(({ name, value, colour }) => (
          <li key={name}>
            <Swatch colour={colour} />
            <span>{name}</span>
            <b>{write(value)}</b>
          </li>
        ))}
        {waiting.map((one) => (
          <li key={`waiting ${one.network}`} data-waiting={one.network}>
            <Swatch mark="waiting" />
            <span>{networkName(one.network)}</span>
            <i>{waitingText(one, formats)}</i>
          </li>
        ))}
      </ul>
      {compared && (
        <p>
          {own !== null && own !== total && (
            <>
              On compared days: <b>{write(own)}</b>.{' '}
            </>
          )}
          Before: <b>{before === null ? 'no figures' : write(before)}</b>{' '}
          {before !== null && <Change decimal={compared.changes[place] ?? null} />}
        </p>
      )}
      <p className={styles.state}>{stateTexts[state]}</p>
      {unusual && <Unusual {...{ unusual, day: period, nameOf }} />}
      <Noted notes={notes} />
    </div>
  )
}
