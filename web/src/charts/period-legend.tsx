import type { ReactNode } from 'react'
import { useFormats } from '../figures/formats.ts'
import type { ChartAnswer } from '../reports/chart-answer.ts'
import { stateTexts } from './day-states.ts'
import styles from './legend.module.css'
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
      {marksOf(props).map(({ mark, text }) => (
        <li key={text}>
          {mark}
          {text}
        </li>
      ))}
    </ul>
  )
}

/** The marks that the chart has. */
function marksOf(props: PeriodLegendProps) {
  const drawn = new Set(
    props.series.flatMap(({ values, states }) =>
      states.filter((_, place) => values[place] !== null),
    ),
  )
  const hasOpen = [...drawn].some((state) => state !== 'final' && state !== 'unknown')
  const marks: { isShown: boolean; mark: ReactNode; text: string }[] = [
    {
      isShown: hasOpen,
      mark: props.isTotalShown ? <i className={styles.lineOpen} /> : <Swatch mark="open" />,
      text: 'May still change',
    },
    { isShown: drawn.has('unknown'), mark: <Swatch mark="unknown" />, text: stateTexts.unknown },
    { isShown: props.hasMissing, mark: <Swatch mark="missing" />, text: 'Not reported' },
    { isShown: props.isWaiting, mark: <Swatch mark="waiting" />, text: 'Waiting for a network' },
    { isShown: props.hasUnusual, mark: <span aria-hidden="true">▲▼</span>, text: 'Unusual day' },
    { isShown: props.hasNotes, mark: <Swatch mark="note" />, text: 'Note' },
  ]
  return marks.filter(({ isShown }) => isShown)
}
