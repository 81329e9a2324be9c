import { useMemo } from 'react'
import { useAccount, useFreshness } from '../../api/queries.ts'
import { type DayStates, dayStates } from '../../charts/day-states.ts'
import { Change } from '../../figures/change.tsx'
import { useFormats } from '../../figures/formats.ts'
import { titleOf } from '../../figures/metrics.ts'
import { networkName } from '../../figures/names.ts'
import { plural } from '../../figures/plural.ts'
import { Failed, Skeleton } from '../../layout/states.tsx'
import { isMetric, writeCell } from '../../reports/metrics.ts'
import type { ReportResult } from '../../reports/report.ts'
import { useShownTable } from '../../reports/use-reports.ts'
import type { ReportView } from '../../view/report-view.ts'
import { Answer } from '../answer.tsx'
import { ComparisonNote } from '../comparison-note.tsx'
import { useRangeComparison } from '../range-comparison.ts'
import { useAnswered } from '../use-answered.ts'
import styles from './key-figures.module.css'

/** The totals of a view, and how the days that can be compared have changed. */
export function KeyFigures({ view }: { view: ReportView }) {
  const { today } = useAccount()
  const table = useShownTable(view, null)
  const { data, error, isPlaceholderData } = table
  const answered = useAnswered(view, isPlaceholderData, !!data)
  const freshness = useFreshness(view.range, today)
  return (
    <>
      {data && !error && (
        <Answer isOld={isPlaceholderData}>
          <dl className={styles.keyFigures}>
            {view.metrics.filter(isMetric).map((metric) => (
              <div className="card" key={metric} data-metric={metric}>
                <dt>{titleOf(metric)}</dt>
                <Figure report={data.report} metric={metric} />
              </div>
            ))}
          </dl>
        </Answer>
      )}
      {!data && !error && (
        <div className={styles.keyFigures}>
          {view.metrics.map((name) => (
            <Skeleton key={name} height={114} />
          ))}
        </div>
      )}
      {freshness.error ? (
        <Failed
          error={new Error(`Which days are final could not be loaded. ${freshness.error.message}`)}
          onRetry={() => freshness.refetch()}
        />
      ) : (
        data && <Openness view={view} from={data.report.from} to={data.report.to} />
      )}
      {answered.compare !== 'none' && <ComparedDays view={answered} asked={view} />}
    </>
  )
}

function ComparedDays({ view, asked }: { view: ReportView; asked: ReportView }) {
  // Asked for with the figures, and shown with them.
  useRangeComparison(asked)
  return <ComparisonNote comparison={useRangeComparison(view)} />
}

interface FigureProps {
  readonly report: ReportResult
  readonly metric: ReportView['metrics'][number]
}

function Figure({ report: { totals, compared }, metric }: FigureProps) {
  const formats = useFormats()
  const written = (column: string) => <bdi>{writeCell(formats, totals, metric, column)}</bdi>
  const [own, before] = [`compared_${metric}`, `previous_${metric}`] as const
  return (
    <>
      <dd className={styles.keyFigure}>{written(metric)}</dd>
      {compared && (
        <dd className={styles.keyBefore}>
          {(totals[before] ?? null) === null ? (
            <span>Nothing to compare</span>
          ) : (
            <>
              <Change decimal={totals[`change_${metric}`] ?? null} isRounded />{' '}
              {totals[own] !== totals[metric] && <span>to {written(own)} </span>}
              <span>from {written(before)}</span>
            </>
          )}
        </dd>
      )}
    </>
  )
}

/** Says which days may still change, and which lack reports. */
function Openness({ view, from, to }: { view: ReportView; from: string; to: string }) {
  const formats = useFormats()
  const { today } = useAccount()
  const { data } = useFreshness({ from, to }, today)
  const { network } = view.filters
  const states = useMemo(
    () => dayStates(from, to, data ?? null, network),
    [from, to, data, network],
  )
  const texts = opennessTexts(states, formats.count)
  return texts.length > 0 && <p className="note">{texts.join(' ')}</p>
}

function opennessTexts({ states, missing }: DayStates, write: (count: number) => string): string[] {
  const days = (count: number) => `${write(count)} ${plural(count, { one: 'day', other: 'days' })}`
  const count = (state: DayStates['states'][number]) => states.filter((one) => one === state).length
  const [open, unknown, none, part] = [
    count('open'),
    count('unknown'),
    count('missing'),
    count('incomplete'),
  ]
  const isTail = open > 0 && states.slice(-open).every((state) => state === 'open')
  const lacking = [...new Set(missing.filter((_, at) => states[at] === 'incomplete').flat())]
  return [
    ...(open > 0 ? [`${isTail ? `The last ${days(open)}` : days(open)} may still change.`] : []),
    ...(unknown > 0 ? [`Not known yet whether final: ${days(unknown)}.`] : []),
    ...(none > 0 ? [`${days(none)} without reports.`] : []),
    ...(part > 0
      ? [`${days(part)} without reports of ${lacking.map(networkName).join(', ')}.`]
      : []),
  ]
}
