import { useFormats } from '../figures/formats.ts'
import { seriesName } from '../figures/names.ts'
import type { ChartAnswer } from '../reports/chart-answer.ts'
import type { DayState } from './day-states.ts'
import styles from './legend.module.css'
import type { PlotSeries } from './plot-area.ts'
import { Swatch } from './swatch.tsx'

export interface PeriodLegendProps {
  readonly answer: ChartAnswer
  readonly series: readonly PlotSeries[]
  /** Of the periods. */
  readonly states: readonly DayState[]
  readonly nameOf: (key: string) => string
  /** Whether a line shows all figures together. */
  readonly isTotalShown: boolean
  readonly onGroup: (key: string) => void
}

/** Explains colours, lines and marks. A click on a group shows only this one. */
export function PeriodLegend(props: PeriodLegendProps) {
  const { answer, series, states, nameOf, isTotalShown, onGroup } = props
  const { range } = useFormats()
  const has = (mark: (one: PlotSeries, place: number) => boolean) =>
    series.some((one) => one.values.some((value, place) => value !== null && mark(one, place)))
  const { compared } = answer
  return (
    <ul className={styles.legend} aria-label="Legend">
      {series.map(({ key, colour }) => (
        <li key={key ?? 'rest'}>
          {key === null ? (
            <span className={styles.group}>
              <Swatch colour={colour} />
              {seriesName(key, nameOf)}
            </span>
          ) : (
            <button
              type="button"
              className={styles.group}
              aria-label={`Only ${nameOf(key)}`}
              onClick={() => onGroup(key)}
            >
              <Swatch colour={colour} />
              {nameOf(key)}
            </button>
          )}
        </li>
      ))}
      {isTotalShown && (
        <li>
          <i className={styles.lineNow} />
          All together
        </li>
      )}
      {compared && (
        <li>
          <i className={styles.lineBefore} />
          <span>
            Before: <bdi>{range(compared.from, compared.to)}</bdi>
          </span>
        </li>
      )}
      {has(({ isFinal, isUnknown }, place) => !isFinal[place] && !isUnknown[place]) && (
        <li>
          <Swatch mark="open" />
          Not final
        </li>
      )}
      {has(({ isUnknown }, place) => isUnknown[place]!) && (
        <li>
          <Swatch mark="unknown" />
          Not known yet whether final
        </li>
      )}
      {states.includes('missing') && (
        <li>
          <Swatch mark="missing" />
          Not reported
        </li>
      )}
    </ul>
  )
}
