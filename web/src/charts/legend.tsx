import type { SeriesAnswer } from '../api/wire.ts'
import { seriesName } from '../figures/names.ts'
import type { DayStates } from './day-states.ts'
import { variableOf } from './palette.ts'

export interface LegendProps {
  readonly series: readonly SeriesAnswer[]
  readonly nameOf: (key: string) => string
  readonly states: DayStates
}

/** Explains the colours and marks that a chart has. */
export function Legend({ series, nameOf, states }: LegendProps) {
  const has = (...wanted: string[]) => states.states.some((state) => wanted.includes(state))
  return (
    <ul className="legend" aria-label="Legend">
      {series.map(({ key }, place) => (
        <li key={key ?? 'rest'}>
          <i className="swatch" style={{ background: `var(${variableOf(key, place)})` }} />
          {seriesName(key, nameOf)}
        </li>
      ))}
      {has('open', 'incomplete') && (
        <li>
          <i className="swatch swatch-open" />
          Not final
        </li>
      )}
      {has('missing') && (
        <li>
          <i className="swatch swatch-missing" />
          Not reported
        </li>
      )}
    </ul>
  )
}
