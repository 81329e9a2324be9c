import type { CSSProperties } from 'react'
import type { FiguresAnswer } from '../api/wire.ts'
import { useFormats } from '../figures/formats.ts'
import { decimalOf } from '../figures/metrics.ts'
import { networkName, seriesName } from '../figures/names.ts'
import { totalsAt } from '../figures/sums.ts'
import type { ChartMetric } from '../view/view.ts'
import type { DayState, DayStates } from './day-states.ts'
import { variableOf } from './palette.ts'

export interface DayNoteProps {
  readonly figures: FiguresAnswer
  readonly metric: ChartMetric
  readonly nameOf: (key: string) => string
  readonly states: DayStates
  readonly day: string
  readonly place: number
  /** The day's position in the chart, from 0 to 1. */
  readonly part: number
}

/** The figures of the selected day. Screen readers announce it. */
export function DayNote({ figures, metric, nameOf, states, day, place, part }: DayNoteProps) {
  const formats = useFormats()
  const written = (days: FiguresAnswer['days']) => {
    const totals = totalsAt(days, place)
    return totals && formats.figure(metric, decimalOf(metric, totals))
  }
  const known = figures.series.flatMap(({ key, days }, at) => {
    const figure = written(days)
    return figure === null
      ? []
      : [{ name: seriesName(key, nameOf), figure, variable: variableOf(key, at) }]
  })
  const missing = states.missing[place] ?? []
  return (
    <div className="day-note" role="status" style={besideDay(part)}>
      <p className="day-note-day">{formats.day(day, 'long')}</p>
      <p className="day-note-total">{written(figures.days) ?? 'No figures'}</p>
      <ul>
        {known.map(({ name, figure, variable }) => (
          <li key={name}>
            <i className="swatch" style={{ background: `var(${variable})` }} />
            <span>{name}</span>
            <b>{figure}</b>
          </li>
        ))}
      </ul>
      <p className="day-note-state">
        {stateTexts[states.states[place] ?? 'final']}
        {missing.length > 0 && states.states[place] === 'incomplete'
          ? `: ${missing.map(networkName).join(', ')}`
          : ''}
      </p>
    </div>
  )
}

/** On the side of the day with more room. The axis takes four rem, the note at most 62 %. */
function besideDay(part: number): CSSProperties {
  return part < 0.5
    ? { insetInlineStart: `min(4rem + (100% - 4rem) * ${part} + 2rem, 38%)` }
    : { insetInlineEnd: `min((100% - 4rem) * ${1 - part} + 2rem, 38%)` }
}

const stateTexts: Readonly<Record<DayState, string>> = {
  missing: 'No network has reported this day',
  incomplete: 'Not reported yet',
  open: 'May still change',
  final: 'Final',
}
