import { useCallback, useId, useMemo } from 'react'
import { useAccount } from '../../api/queries.ts'
import { waitingIn } from '../../charts/waiting.ts'
import { DayRange } from '../../figures/day-range.tsx'
import { useFormats } from '../../figures/formats.ts'
import { plural } from '../../figures/plural.ts'
import { Empty, Failed, Skeleton } from '../../layout/states.tsx'
import { inOrderOfNames, type NameOf, useNames } from '../../reports/names.ts'
import { tableQuestion } from '../../reports/questions.ts'
import type { ReportResult } from '../../reports/report.ts'
import type { TableAnswer } from '../../reports/table-file.ts'
import { type ComparedSide, useChartAnswer, useShownTable } from '../../reports/use-reports.ts'
import { Completeness } from '../../tables/completeness.tsx'
import { ReportTable } from '../../tables/report-table.tsx'
import { drillInto, drillIntoRow } from '../../view/drill.ts'
import type { Order, ReportView, RowDimension } from '../../view/report-view.ts'
import { Answer } from '../answer.tsx'
import { Cite } from './cite.tsx'
import { DaysOf } from './days-of.tsx'
import { Files } from './files.tsx'
import styles from './report-cards.module.css'
import { ReportUrl } from './report-url.tsx'
import { Share } from './share.tsx'
import { useDayStates } from './use-day-states.ts'

export interface TableCardProps {
  readonly view: ReportView
  /** Present where the other range is beside it. The title has the days, to tell them apart. */
  readonly compared?: ComparedSide
  readonly onChange: (change: Partial<ReportView>) => void
}

/** The rows of a view, with their files and addresses. */
export function TableCard({ view, compared, onChange }: TableCardProps) {
  const titleId = useId()
  const { permissions, today } = useAccount()
  const chart = useChartAnswer(view)
  const table = useShownTable(view, compared ?? null)
  const nameOf = useNames()
  const answer = useMemo(
    () =>
      table.data && {
        ...table.data,
        report: inOrderOfNames(table.data.report, view.order, nameOf),
      },
    [table.data, view.order, nameOf],
  )
  // The chart has the same error, and tries both again.
  if (table.error && table.error.message === chart.error?.message) return null
  return (
    <section className="card" aria-labelledby={titleId}>
      <header className="card-head">
        <h2 id={titleId}>
          Figures
          {compared && <DaysOf range={view.range} />}
        </h2>
        <div className="card-tools">
          <label className={styles.tick}>
            <input
              type="checkbox"
              checked={view.isHeated}
              onChange={({ target }) => onChange({ isHeated: target.checked })}
            />
            Heat map
          </label>
          <Files view={view} shown={table.isPlaceholderData ? undefined : answer} />
          <ReportUrl question={tableQuestion(view, today)} />
          {answer?.report.citation && <Cite citation={answer.report.citation} />}
          {permissions.includes('manage') && <Share view={view} />}
        </div>
      </header>
      {table.error && <Failed error={table.error} onRetry={() => table.refetch()} />}
      {answer && !table.error && (
        <Answer isOld={table.isPlaceholderData}>
          <Rows
            answer={answer}
            nameOf={nameOf}
            view={view}
            isAlone={compared === undefined}
            onChange={onChange}
          />
        </Answer>
      )}
      {table.isPending && <Skeleton height={420} />}
    </section>
  )
}

interface RowsProps extends TableCardProps {
  readonly answer: TableAnswer
  readonly nameOf: NameOf
  /** Whether no other table has to have the same rows. */
  readonly isAlone: boolean
}

function Rows({ answer, nameOf, view, isAlone, onChange }: RowsProps) {
  const { today } = useAccount()
  const formats = useFormats()
  const { report, across } = answer
  const used = useMemo(() => report.rows.flatMap((row) => row.network ?? []), [report])
  const { states } = useDayStates(report.from, report.to, view.filters, used)
  const waiting = useMemo(() => (isAlone ? waitingIn(states) : []), [isAlone, states])
  const drill = useCallback(
    (change: Partial<ReportView> | null) => change && onChange(change),
    [onChange],
  )
  const onValue = useCallback(
    (dimension: string, value: string) =>
      drill(drillInto(view, today, dimension as RowDimension, value)),
    [view, today, drill],
  )
  // Of days before the first report of a network, nothing is expected.
  if (report.rows.length === 0 && waiting.every(({ expected }) => expected === null)) {
    return (
      <Empty title="No figures">
        <p>There are no figures for these days and filters. Choose others.</p>
      </Empty>
    )
  }
  return (
    <>
      <ReportTable
        {...{ report, across, nameOf, onValue }}
        isHeated={view.isHeated}
        beside={view.beside}
        waiting={across ? undefined : waiting}
        sorting={{ column: view.order.by, descending: view.order.descending }}
        onSort={({ column, descending }) =>
          onChange({ order: { by: column as Order['by'], descending } })
        }
        onRow={(row) => drill(drillIntoRow(view, today, row))}
      />
      <p className="note">
        <DayRange from={report.from} to={report.to} />: <Shown report={report} />
        {across &&
          across.count > across.columns.length &&
          ` The first ${formats.count(across.columns.length)} of ${formats.count(across.count)} columns are shown.`}
        {across?.isCut && ' There are too many cells to show all: choose fewer rows.'}
        <Completeness report={report} waiting={waiting} />
      </p>
    </>
  )
}

function Shown({ report: { rows, totalRows } }: { report: ReportResult }) {
  const { count } = useFormats()
  if (totalRows === null || totalRows <= rows.length) {
    return `${count(rows.length)} ${plural(rows.length, { one: 'row', other: 'rows' })}.`
  }
  return `The first ${count(rows.length)} of ${count(totalRows)} rows. Files have all of them.`
}
