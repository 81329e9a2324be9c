import { seriesName } from '../figures/names.ts'
import styles from './legend.module.css'
import { LegendMarks } from './legend-marks.tsx'
import type { PlotSeries } from './plot-area.ts'
import { Swatch } from './swatch.tsx'

export interface LegendProps {
  readonly series: readonly PlotSeries[]
  readonly hidden: ReadonlySet<string | null>
  readonly onToggle: (key: string | null) => void
  readonly nameOf: (key: string) => string
  /** Whether nothing was reported of some days. */
  readonly hasMissing: boolean
  readonly hasUnusual: boolean
  readonly hasNotes: boolean
}

/** Explains the colours and marks that a chart has. A click on a group hides or shows it. */
export function Legend(props: LegendProps) {
  const { series, hidden, onToggle, nameOf, hasMissing, hasUnusual, hasNotes } = props
  return (
    <ul className={styles.legend} aria-label="Legend">
      {series.map(({ key, colour }) => (
        <li key={key ?? 'rest'}>
          <button
            type="button"
            className={styles.group}
            aria-pressed={!hidden.has(key)}
            onClick={() => onToggle(key)}
          >
            <Swatch colour={colour} />
            {seriesName(key, nameOf)}
          </button>
        </li>
      ))}
      <LegendMarks
        series={series.filter(({ key }) => !hidden.has(key))}
        {...{ hasMissing, hasUnusual, hasNotes }}
      />
    </ul>
  )
}
