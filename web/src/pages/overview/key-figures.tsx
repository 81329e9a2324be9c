import { useComparison } from '../../api/insight-queries.ts'
import { useAccount, useFreshness } from '../../api/queries.ts'
import type { DayFreshness, DayStates } from '../../charts/day-states.ts'
import { Sparkline } from '../../charts/sparkline.tsx'
import { waitingIn } from '../../charts/waiting.ts'
import { Change, type ComparedDays } from '../../figures/change.tsx'
import { daysText } from '../../figures/counted.ts'
import { type Formats, useFormats } from '../../figures/formats.ts'
import { titleOf } from '../../figures/metrics.ts'
import { networkName } from '../../figures/names.ts'
import { Skeleton } from '../../layout/states.tsx'
import { isMetric, writeCell } from '../../reports/metrics.ts'
import type { ReportResult } from '../../reports/report.ts'
import { useChartAnswer, useShownTable } from '../../reports/use-reports.ts'
import type { ReportView } from '../../view/report-view.ts'
import { Answer } from '../answer.tsx'
import { ComparisonNote } from '../comparison-note.tsx'
import { useDayStates } from '../report-cards/use-day-states.ts'
import { useAnswered } from '../use-answered.ts'
import styles from './key-figures.module.css'

/** The totals of a view, and how the days that can be compared have changed. */
export function KeyFigures({ view }: { view: ReportView }) {
  const { data, error, isPlaceholderData } = useShownTable(view, null)
  const chart = useChartAnswer(view)
  const pointsOf = (metric: string) =>
    (chart.data?.byMetric.get(metric) ?? []).map((cell) => (cell === null ? null : Number(cell)))
  const answered = useAnswered(view, isPlaceholderData, !!data)
  const comparison = useComparison(answered)
  // Asked for with the figures, and shown with them.
  useComparison(view)
  useFreshness(view.range, useAccount().today)
  const coverage = comparison.error ? undefined : comparison.data
  return (
    <>
      {data && !error && (
        <Answer isOld={isPlaceholderData}>
          <dl className={styles.keyFigures}>
            {view.metrics.filter(isMetric).map((metric) => (
              <div className="card" key={metric} data-metric={metric}>
                <dt>{titleOf(metric)}</dt>
                <dd className={styles.course}>
                  <Sparkline points={pointsOf(metric)} />
                </dd>
                <Figure report={data.report} metric={metric} of={coverage} />
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
      {data && <Openness view={answered} from={data.report.from} to={data.report.to} />}
      {!error && <ComparisonNote view={answered} />}
    </>
  )
}

interface FigureProps {
  readonly report: ReportResult
  readonly metric: ReportView['metrics'][number]
  /** How many days are compared; undefined until that is known. */
  readonly of: ComparedDays | undefined
}

function Figure({ report: { totals, compared }, metric, of }: FigureProps) {
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
              <Change decimal={totals[`change_${metric}`] ?? null} of={of} />{' '}
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
  const { states } = useDayStates(from, to, view.filters)
  const texts = opennessTexts(states, formats)
  return texts.length > 0 && <p className="note">{texts.join(' ')}</p>
}

function opennessTexts(all: DayStates, formats: Formats): string[] {
  const { states } = all
  const of = (wanted: DayFreshness) => states.filter((state) => state === wanted).length
  const open = of('open')
  const isTail = states.slice(-open).every((state) => state === 'open')
  const lacking = waitingIn(all, (place) => states[place] === 'incomplete')
  const networks = lacking.map(({ network }) => networkName(network)).join(', ') || 'some networks'
  const texts: [count: number, text: (days: string) => string][] = [
    [open, (days) => `${isTail ? `The last ${days}` : days} may still change.`],
    [of('unknown'), (days) => `Not known yet whether final: ${days}.`],
    [of('missing'), (days) => `${days} without reports.`],
    [of('incomplete'), (days) => `${days} without reports of ${networks}.`],
  ]
  return texts.flatMap(([count, text]) => (count > 0 ? text(daysText(count, formats)) : []))
}
