import type { FiguresAnswer } from '../api/wire.ts'
import type { DayStates } from '../charts/day-states.ts'
import { Change } from '../figures/change.tsx'
import { useFormats } from '../figures/formats.ts'
import { changeOf, type ShownMetric, shownMetrics, titleOf } from '../figures/metrics.ts'
import { plural } from '../figures/plural.ts'
import { type Totals, toTotals } from '../figures/sums.ts'
import { ComparisonNote } from './comparison-note.tsx'
import styles from './key-figures.module.css'
import type { RangeComparison } from './range-comparison.ts'

export interface KeyFiguresProps {
  readonly figures: FiguresAnswer
  readonly states: DayStates
  readonly comparison: RangeComparison
}

/** The totals of the range, and how the days that can be compared have changed. */
export function KeyFigures({ figures, states, comparison }: KeyFiguresProps) {
  const formats = useFormats()
  const total = toTotals(figures.total)
  const open = states.states.filter((state) => state === 'open' || state === 'incomplete').length
  const unknown = states.states.filter((state) => state === 'unknown').length
  const missing = states.states.filter((state) => state === 'missing').length
  const texts = [
    ...(open > 0 ? [`${days(open, formats.count)} may still change.`] : []),
    ...(unknown > 0 ? [`Not known yet whether final: ${days(unknown, formats.count)}.`] : []),
    ...(missing > 0 ? [`${days(missing, formats.count)} without reports.`] : []),
  ]
  return (
    <>
      <dl className={styles.keyFigures}>
        {shownMetrics.map((metric) => (
          <div className="card" key={metric} data-metric={metric}>
            <dt>{titleOf(metric)}</dt>
            <dd className={styles.keyFigure}>{formats.metric(metric, total)}</dd>
            <dd className={styles.keyBefore}>
              <Compared metric={metric} total={total} comparison={comparison} />
            </dd>
          </div>
        ))}
      </dl>
      {texts.length > 0 && <p className="note">{texts.join(' ')}</p>}
      <ComparisonNote comparison={comparison} />
    </>
  )
}

interface ComparedProps {
  readonly metric: ShownMetric
  readonly total: Totals
  readonly comparison: RangeComparison
}

function Compared({ metric, total, comparison: { answer, error } }: ComparedProps) {
  const formats = useFormats()
  if (error) return <span>Not compared</span>
  if (!answer?.compared) return <span>Comparing …</span>
  if (answer.compared_days === 0) return <span>Nothing to compare</span>
  const [now, before] = [toTotals(answer.compared.current), toTotals(answer.compared.previous)]
  const isPart = decidingSums.some((sum) => BigInt(now[sum]) !== BigInt(total[sum]))
  return (
    <>
      <Change decimal={changeOf(metric, now, before)} />{' '}
      {isPart && (
        <>
          <span>
            to <bdi>{formats.metric(metric, now)}</bdi>
          </span>{' '}
        </>
      )}
      <span>
        from <bdi>{formats.metric(metric, before)}</bdi>
      </span>
    </>
  )
}

/** Where these differ, days of the range are left out. */
const decidingSums = ['revenueMicros', 'impressions'] as const

const days = (count: number, write: (count: number) => string): string =>
  `${write(count)} ${plural(count, { one: 'day', other: 'days' })}`
