import { useFormats } from '../figures/formats.ts'
import type { ChartAnswer } from '../reports/chart-answer.ts'
import styles from './legend.module.css'
import { LegendMarks } from './legend-marks.tsx'
import { nameInChart } from './name-in-chart.ts'
import type { PlotSeries } from './plot-area.ts'
import { Swatch } from './swatch.tsx'

export interface PeriodLegendProps {
  readonly answer: ChartAnswer
  readonly series: readonly PlotSeries[]
  /** Whether nothing was reported of some periods. */
  readonly hasMissing: boolean
  /** Whether networks have not reported some periods. */
  readonly isWaiting: boolean
  readonly hasUnusual: boolean
  readonly hasNotes: boolean
  readonly nameOf: (key: string) => string
  /** Whether a line shows all figures together. */
  readonly isTotalShown: boolean
  /** Null where nothing can be filtered by the groups. */
  readonly onGroup: ((key: string) => void) | null
}

/** Explains colours, lines and marks. A click on a group shows only this one. */
export function PeriodLegend(props: PeriodLegendProps) {
  const { answer, series, nameOf, isTotalShown, onGroup } = props
  const { hasMissing, isWaiting, hasUnusual, hasNotes } = props
  const { range } = useFormats()
  const { compared } = answer
  return (
    <ul className={styles.legend} aria-label="Legend">
      {series.map(({ key, colour }) => (
        <li key={key ?? 'rest'}>
          {key === null || onGroup === null ? (
            <span className={styles.group}>
              <Swatch colour={colour} />
              {nameInChart(answer, key, nameOf)}
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
      <LegendMarks {...{ series, hasMissing, isWaiting, hasUnusual, hasNotes }} />
    </ul>
  )
}
