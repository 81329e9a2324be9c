import type { CSSProperties } from 'react'
import type { FiguresAnswer } from '../api/wire.ts'
import { useFormats } from '../figures/formats.ts'
import { decimalOf } from '../figures/metrics.ts'
import { networkName } from '../figures/names.ts'
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
  /** How far along the chart the day lies, from 0 to 1. */
  readonly part: number
}

/** The figures of the day that is pointed at; read out when the keyboard points. */
export function DayNote({ figures, metric, nameOf, states, day, place, part }: DayNoteProps) {
  const formats = useFormats()
  const written = (days: FiguresAnswer['days']) => {
    const totals = totalsAt(days, place)
    return totals && formats.figure(metric, decimalOf(metric, totals))
  }
  const known = figures.series.flatMap(({ key, days }, at) => {
    const figure = written(days)
    const name = key === null ? 'All others' : nameOf(key)
    return figure === null ? [] : [{ name, figure, variable: variableOf(key, at) }]
  })
  const missing = states.missing[place] ?? []
  return (
    <div className="day-note" role="status" style={besides(part)}>
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
        {stateTexts[states.states[place] ?? 'unknown']}
        {missing.length > 0 && states.states[place] === 'incomplete'
          ? `: ${missing.map(networkName).join(', ')}`
          : ''}
      </p>
    </div>
  )
}

/** Beside the day, on the side that has more room. The axis takes four rem, the note at most 62 %. */
function besides(part: number): CSSProperties {
  return part < 0.5
    ? { insetInlineStart: `min(4rem + (100% - 4rem) * ${part} + 2rem, 38%)` }
    : { insetInlineEnd: `min((100% - 4rem) * ${1 - part} + 2rem, 38%)` }
}

const stateTexts: Readonly<Record<DayState, string>> = {
  unknown: 'Whether this day is final is not known yet',
  missing: 'Nothing was reported of this day',
  incomplete: 'Not reported yet',
  open: 'May still change',
  final: 'Final',
}
