import type { FiguresAnswer } from '../api/wire.ts'
import type { DayStates } from '../charts/day-states.ts'
import { Change } from '../figures/change.tsx'
import { DayRange } from '../figures/day-range.tsx'
import { useFormats } from '../figures/formats.ts'
import { changeOf, shownMetrics, titleOf } from '../figures/metrics.ts'
import { toTotals } from '../figures/sums.ts'
import styles from './key-figures.module.css'

export interface KeyFiguresProps {
  readonly figures: FiguresAnswer
  readonly states: DayStates
}

/** The totals of the range, compared with those of the previous range. */
export function KeyFigures({ figures, states }: KeyFiguresProps) {
  const formats = useFormats()
  const now = toTotals(figures.total)
  const before = toTotals(figures.previous_total)
  const { previous_start_date: beforeFrom, previous_end_date: beforeTo } = figures
  const open = states.states.filter((state) => state === 'open' || state === 'incomplete').length
  const unknown = states.states.filter((state) => state === 'unknown').length
  const missing = states.states.filter((state) => state === 'missing').length
  return (
    <>
      <dl className={styles.keyFigures}>
        {shownMetrics.map((metric) => (
          <div className="card" key={metric} data-metric={metric}>
            <dt>{titleOf(metric)}</dt>
            <dd className={styles.keyFigure}>{formats.metric(metric, now)}</dd>
            <dd className={styles.keyBefore}>
              <Change decimal={changeOf(metric, now, before)} />{' '}
              <span>
                from <bdi>{formats.metric(metric, before)}</bdi>
              </span>
            </dd>
          </div>
        ))}
      </dl>
      <p className="note">
        {beforeFrom !== null && beforeTo !== null && (
          <>
            Compared with <DayRange from={beforeFrom} to={beforeTo} />.
          </>
        )}
        {open > 0 && ` ${days(open, formats.count)} may still change.`}
        {unknown > 0 && ` Not known yet whether final: ${days(unknown, formats.count)}.`}
        {missing > 0 && ` ${days(missing, formats.count)} without reports.`}
      </p>
    </>
  )
}

const days = (count: number, write: (count: number) => string): string =>
  `${write(count)} ${count === 1 ? 'day' : 'days'}`
