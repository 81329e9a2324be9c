import { useMemo, useState } from 'react'
import { useAnomalies } from '../api/insight-queries.ts'
import { useAccount, useFigures, useFreshness, useMayEdit } from '../api/queries.ts'
import type { AnomaliesAnswer, FiguresAnswer, FreshnessAnswer } from '../api/wire.ts'
import { dayStates } from '../charts/day-states.ts'
import { DaysChart } from '../charts/days-chart.tsx'
import { groupColours } from '../charts/palette.ts'
import { unusualDays } from '../charts/unusual-days.ts'
import { Choices } from '../controls/choices.tsx'
import { DayRange } from '../figures/day-range.tsx'
import { shownMetrics, titleOf } from '../figures/metrics.ts'
import { groupNames } from '../figures/names.ts'
import { Empty, Failed, Skeleton } from '../layout/states.tsx'
import { NoteDialog } from '../notes/note-dialog.tsx'
import { NoteList } from '../notes/note-list.tsx'
import { notesOfDays } from '../notes/notes-of-days.ts'
import { useNotes } from '../notes/use-notes.ts'
import { DaysTable } from '../tables/days-table.tsx'
import { GroupsTable } from '../tables/groups-table.tsx'
import {
  type Breakdown,
  breakdownTitles,
  type ChartMetric,
  chartMetrics,
  type Filters,
  type View,
} from '../view/view.ts'
import { Answer } from './answer.tsx'
import styles from './key-figures.module.css'
import { KeyFigures } from './key-figures.tsx'
import { NoFigures } from './no-figures.tsx'
import { type RangeComparison, useRangeComparison } from './range-comparison.ts'
import { Toolbar } from './toolbar.tsx'
import { useAnswered } from './use-answered.ts'

export interface BoardProps {
  readonly view: View
  readonly onChange: (change: Partial<View>) => void
  readonly breakdowns: readonly Breakdown[]
  /** Filters that the page sets. */
  readonly fixed?: Filters
}

const metricTitles = Object.fromEntries(
  chartMetrics.map((name) => [name, titleOf(name)]),
) as Record<ChartMetric, string>

/** The figures of a range: totals, by day, and by group. */
export function Board({ view, onChange, breakdowns, fixed = {} }: BoardProps) {
  const account = useAccount()
  const asked = { ...view, filters: { ...view.filters, ...fixed } }
  const figures = useFigures(asked, account.today)
  const answered = useAnswered(asked, figures.isPlaceholderData, !!figures.data)
  const freshness = useFreshness(answered.range, account.today)
  const comparison = useRangeComparison(answered)
  const anomalies = useAnomalies(answered, markedBy(answered))
  // Asked for with the figures, and shown with them.
  useFreshness(view.range, account.today)
  useRangeComparison(asked)
  useAnomalies(asked, markedBy(asked))
  if (account.networks.length === 0) return <NoFigures />
  return (
    <>
      <Toolbar view={view} onChange={onChange} fixed={fixed} />
      {figures.data ? (
        <Figures
          figures={figures.data}
          // The freshness that was known before an error may have changed since.
          freshness={freshness.error ? null : (freshness.data ?? null)}
          comparison={comparison}
          // Marks are an extra: without them, the figures are still right.
          anomalies={anomalies.data ?? null}
          isOld={figures.isPlaceholderData}
          asked={asked}
          answered={answered}
          onChange={onChange}
          breakdowns={breakdowns}
        />
      ) : figures.error ? null : (
        <Waiting />
      )}
      {figures.error && <Failed error={figures.error} onRetry={() => figures.refetch()} />}
      {freshness.error && !figures.error && (
        <Failed
          error={new Error(`Which days are final could not be loaded. ${freshness.error.message}`)}
          onRetry={() => freshness.refetch()}
        />
      )}
    </>
  )
}

/** Only networks and apps can have marks of their own. */
const markedBy = ({ by }: View) => (by === 'app_id' ? by : 'network')

function Waiting() {
  return (
    <>
      <div className={styles.keyFigures}>
        {shownMetrics.map((name) => (
          <Skeleton key={name} height={114} />
        ))}
      </div>
      <p className="note">&nbsp;</p>
      <Skeleton height={440} />
      <Skeleton height={420} />
    </>
  )
}

interface FiguresProps {
  readonly figures: FiguresAnswer
  readonly freshness: FreshnessAnswer | null
  readonly comparison: RangeComparison
  readonly anomalies: AnomaliesAnswer | null
  /** Whether the figures are those of the previous view, while the new ones are loading. */
  readonly isOld: boolean
  readonly asked: View
  /** The view of the figures. */
  readonly answered: View
  readonly onChange: (change: Partial<View>) => void
  readonly breakdowns: readonly Breakdown[]
}

function Figures(props: FiguresProps) {
  const { figures, freshness, comparison, anomalies, isOld, asked, answered } = props
  const { onChange, breakdowns } = props
  const { apps, networks } = useAccount()
  const { start_date: from, end_date: to, series } = figures
  const { by } = answered
  const nameOf = useMemo(() => groupNames(by, apps), [by, apps])
  const colourOf = useMemo(() => {
    const keys = series.flatMap(({ key }) => (key === null ? [] : [key]))
    return groupColours(by, by === 'network' ? [...new Set([...networks, ...keys])] : keys)
  }, [by, networks, series])
  const { network, app_id: app } = answered.filters
  const noted = useNotes()
  const notes = useMemo(
    () => notesOfDays(noted.data?.notes ?? [], from, to, app),
    [noted.data, from, to, app],
  )
  const [newNoteDay, setNewNoteDay] = useState<string | null>(null)
  const mayNote = useMayEdit()
  const states = useMemo(
    () => dayStates(from, to, freshness, network),
    [from, to, freshness, network],
  )
  const unusual = useMemo(() => unusualDays(by, anomalies), [by, anomalies])
  return (
    <Answer isOld={isOld}>
      <KeyFigures figures={figures} states={states} comparison={comparison} />
      {figures.days.impressions.every((one) => one === null) ? (
        <Empty title="No figures">
          <p>
            There are no figures for these filters in <DayRange from={from} to={to} />. Choose other
            days, or clear the filters.
          </p>
        </Empty>
      ) : (
        <>
          <section className="card" aria-labelledby="days-title">
            <header className="card-head">
              <h2 id="days-title">{titleOf(asked.metric)} by day</h2>
              <div className="card-tools">
                <Choices
                  label="Metric"
                  choices={metricTitles}
                  chosen={asked.metric}
                  onChoose={(metric) => onChange({ metric })}
                />
                <Choices
                  label="Break down by"
                  choices={titlesOf(breakdowns)}
                  chosen={asked.by}
                  onChoose={(chosen) => onChange({ by: chosen })}
                />
                <Choices
                  label="Show as"
                  choices={formTitles}
                  chosen={asked.form}
                  onChoose={(form) => onChange({ form })}
                />
                {mayNote && (
                  <button type="button" className="quiet" onClick={() => setNewNoteDay(to)}>
                    Add a note
                  </button>
                )}
              </div>
            </header>
            {asked.form === 'chart' ? (
              <DaysChart
                figures={figures}
                metric={asked.metric}
                by={by}
                nameOf={nameOf}
                colourOf={colourOf}
                states={states}
                unusual={unusual}
                notes={notes}
                onNote={mayNote ? setNewNoteDay : undefined}
              />
            ) : (
              <DaysTable
                figures={figures}
                metric={asked.metric}
                nameOf={nameOf}
                states={states}
                unusual={unusual}
                notes={notes}
              />
            )}
            <NoteList notes={notes} error={noted.error} onRetry={() => noted.refetch()} />
          </section>
          <GroupsTable
            figures={figures}
            compared={comparison.answer?.compared ?? null}
            isComparing={!comparison.answer && !comparison.error}
            unusual={unusual}
            by={by}
            nameOf={nameOf}
            colourOf={colourOf}
            sorting={asked.sorting}
            onSort={(sorting) => onChange({ sorting })}
          />
        </>
      )}
      {newNoteDay !== null && (
        <NoteDialog
          of={{ day: newNoteDay, app: app?.length === 1 ? app[0]! : null }}
          onClose={() => setNewNoteDay(null)}
        />
      )}
    </Answer>
  )
}

const titlesOf = (breakdowns: readonly Breakdown[]) =>
  Object.fromEntries(breakdowns.map((by) => [by, breakdownTitles[by]])) as Record<Breakdown, string>

const formTitles = { chart: 'Chart', table: 'Table' }
