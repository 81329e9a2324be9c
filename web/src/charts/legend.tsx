import { seriesName } from '../figures/names.ts'
import styles from './legend.module.css'
import type { PlotSeries } from './plot-area.ts'
import { Swatch } from './swatch.tsx'

export interface LegendProps {
  readonly series: readonly PlotSeries[]
  readonly hidden: ReadonlySet<string | null>
  readonly onToggle: (key: string | null) => void
  readonly nameOf: (key: string) => string
  /** Places of days that nothing was reported of. */
  readonly missing: readonly number[]
  readonly hasUnusual: boolean
  readonly hasNotes: boolean
}

/** Explains the colours and marks that a chart has. A click on a group hides or shows it. */
export function Legend(props: LegendProps) {
  const { series, hidden, onToggle, nameOf, missing, hasUnusual, hasNotes } = props
  const drawn = series.filter(({ key }) => !hidden.has(key))
  const has = (mark: (one: PlotSeries, place: number) => boolean) =>
    drawn.some((one) => one.values.some((value, place) => value !== null && mark(one, place)))
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
      {missing.length > 0 && (
        <li>
          <Swatch mark="missing" />
          Not reported
        </li>
      )}
      {hasUnusual && (
        <li>
          <span aria-hidden="true">▲▼</span>
          Unusual day
        </li>
      )}
      {hasNotes && (
        <li>
          <Swatch mark="note" />
          Note
        </li>
      )}
    </ul>
  )
}
