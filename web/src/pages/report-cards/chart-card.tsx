import { type ReactNode, useCallback, useId, useMemo, useState } from 'react'
import { useAccount, useMayEdit } from '../../api/queries.ts'
import { groupColours } from '../../charts/palette.ts'
import { PeriodChart } from '../../charts/period-chart.tsx'
import { Choices } from '../../controls/choices.tsx'
import { QuietButton } from '../../controls/quiet-button.tsx'
import { DayRange } from '../../figures/day-range.tsx'
import { titleOf } from '../../figures/metrics.ts'
import { plural } from '../../figures/plural.ts'
import { Failed, Skeleton } from '../../layout/states.tsx'
import { NoteDialog } from '../../notes/note-dialog.tsx'
import { NoteList } from '../../notes/note-list.tsx'
import type { ChartAnswer } from '../../reports/chart-answer.ts'
import { useNames } from '../../reports/names.ts'
import { useChartAnswer, useShownTable } from '../../reports/use-reports.ts'
import { drillInto } from '../../view/drill.ts'
import { chartMetrics, filterOf, type ReportView } from '../../view/report-view.ts'
import { Answer } from '../answer.tsx'
import { DaysOf } from './days-of.tsx'
import styles from './report-cards.module.css'
import { useDayStates } from './use-day-states.ts'
import { useMarks } from './use-marks.ts'

export interface ChartCardProps {
  readonly view: ReportView
  /** A view whose chart has the same scale and colours. The title has the days, to tell them apart. */
  readonly beside?: ReportView
  readonly onChange: (change: Partial<ReportView>) => void
  /** Tools of the page, beside those that every chart has. */
  readonly children?: ReactNode
}

/** One metric by day, week or month. */
export function ChartCard({ view, beside, onChange, children }: ChartCardProps) {
  const [newNoteDay, setNewNoteDay] = useState<string | null>(null)
  const mayNote = useMayEdit()
  const app = view.filters.app_id
  const titleId = useId()
  const chart = useChartAnswer(view)
  const other = useChartAnswer(beside ?? view)
  const table = useShownTable(view, null)
  return (
    <section className="card" aria-labelledby={titleId}>
      <header className="card-head">
        <h2 id={titleId}>
          {titleOf(view.plot)} over time
          {beside && <DaysOf range={view.range} />}
        </h2>
        <div className="card-tools">
          <label className={styles.choice}>
            <span className="unseen">Metric of the chart</span>
            <select
              value={view.plot}
              onChange={({ target }) => onChange({ plot: target.value as ReportView['plot'] })}
            >
              {chartMetrics.map((name) => (
                <option key={name} value={name}>
                  {titleOf(name)}
                </option>
              ))}
            </select>
          </label>
          <Choices
            label="Chart by"
            choices={grainTitles}
            chosen={view.grain}
            onChoose={(grain) => onChange({ grain })}
          />
          {children}
          {mayNote && chart.data && (
            <QuietButton onClick={() => setNewNoteDay(chart.data.to)}>Add a note</QuietButton>
          )}
        </div>
      </header>
      {chart.error && (
        <Failed
          error={chart.error}
          onRetry={() => Promise.all([chart.refetch(), table.error && table.refetch()])}
        />
      )}
      {chart.data && !chart.error && (
        <Answer isOld={chart.isPlaceholderData}>
          <Chart
            answer={chart.data}
            beside={other.data ?? chart.data}
            view={view}
            onChange={onChange}
            onNote={mayNote ? setNewNoteDay : undefined}
          />
        </Answer>
      )}
      {chart.isPending && <Skeleton height={340} />}
      {newNoteDay !== null && (
        <NoteDialog
          of={{ day: newNoteDay, app: app?.length === 1 ? app[0]! : null }}
          onClose={() => setNewNoteDay(null)}
        />
      )}
    </section>
  )
}

interface ChartProps extends Pick<ChartCardProps, 'view' | 'onChange'> {
  readonly answer: ChartAnswer
  readonly beside: ChartAnswer
  readonly onNote: ((day: string) => void) | undefined
}

function Chart({ answer, beside, view, onChange, onNote }: ChartProps) {
  const { networks, today } = useAccount()
  const { from, to, by, series, partialPeriods } = answer
  const used = useMemo(
    () => (by === 'network' ? series.flatMap(({ key }) => key ?? []) : []),
    [by, series],
  )
  const { states, error, retry } = useDayStates(from, to, view.filters, used)
  const { unusual, notes, noted } = useMarks(answer, view)
  const names = useNames()
  const nameOf = useCallback((key: string) => names(by ?? '', key), [names, by])
  const colourOf = useMemo(() => {
    if (by === null) return () => 'var(--accent)'
    const keys = [...new Set([...series, ...beside.series].flatMap(({ key }) => key ?? []))]
    return groupColours(by, by === 'network' ? [...new Set([...networks, ...keys])] : keys)
  }, [by, series, beside, networks])
  const drill = (dimension: Parameters<typeof drillInto>[2], value: string) => {
    const change = drillInto(view, today, dimension, value)
    if (change) onChange(change)
  }
  if (answer.periods.length === 0) return <p className="note">There are no figures.</p>
  return (
    <>
      <PeriodChart
        {...{ answer, beside, states, unusual, notes, nameOf, colourOf }}
        onGroup={by !== null && filterOf(by) !== null ? (key) => drill(by, key) : null}
        onPeriod={(period) => drill(answer.grain, period)}
        onNote={answer.grain === 'date' ? onNote : undefined}
      />
      {partialPeriods.length > 0 && (
        <p className="note">
          {plural(partialPeriods.length, {
            one: 'One bar is',
            other: 'The first and the last bar are',
          })}{' '}
          incomplete: only days from <DayRange from={from} to={to} /> count.
        </p>
      )}
      {error && (
        <Failed
          error={new Error(`Which days are final could not be loaded. ${error.message}`)}
          onRetry={retry}
        />
      )}
      <NoteList notes={notes} error={noted.error} onRetry={() => noted.refetch()} />
    </>
  )
}

const grainTitles = { date: 'Day', week: 'Week', month: 'Month' }
