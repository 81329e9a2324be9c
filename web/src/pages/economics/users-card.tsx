import { useMemo } from 'react'
import type { Parameters } from '../../api/request.ts'
import { useFormats } from '../../figures/formats.ts'
import { titleOf } from '../../figures/metrics.ts'
import { writeMetric } from '../../reports/metrics.ts'
import { dimensionTitle, useNames } from '../../reports/names.ts'
import type { Cells, ReportResult } from '../../reports/report.ts'
import { useReport } from '../../reports/use-reports.ts'
import { type DataColumn, DataTable } from '../../tables/data-table.tsx'
import { useFirstRows } from '../changes/use-first-rows.tsx'
import { ToImport } from '../to-import.tsx'
import { QuestionCard } from './question-card.tsx'

export interface UsersCardProps {
  readonly title: string
  readonly by: 'app_id' | 'country'
  readonly question: Parameters
}

/** What a user brings on a day, by app or country. */
export function UsersCard({ title, by, question }: UsersCardProps) {
  const answer = useReport(question)
  return (
    <QuestionCard title={title} question={question} answers={[answer]}>
      {answer.data && <Users by={by} report={answer.data} />}
    </QuestionCard>
  )
}

function Users({ by, report }: { by: 'app_id' | 'country'; report: ReportResult }) {
  const formats = useFormats()
  const nameOf = useNames()
  const columns = useMemo((): DataColumn<Cells>[] => {
    const { totals } = report
    const count = (row: Cells) => writeMetric(formats, 'dau', row.dau ?? null)
    const share = (row: Cells) => formats.share(row.users_coverage ?? null)
    return [
      {
        id: by,
        header: dimensionTitle(by),
        cell: (row) => <bdi>{nameOf(by, row[by]!)}</bdi>,
        footer: 'All',
      },
      {
        id: 'arpdau',
        header: titleOf('arpdau'),
        isNumber: true,
        cell: (row) => formats.perUser(row.arpdau ?? null),
        footer: formats.perUser(totals.arpdau ?? null),
      },
      { id: 'dau', header: titleOf('dau'), isNumber: true, cell: count, footer: count(totals) },
      {
        id: 'users_coverage',
        header: 'Impressions with users',
        isNumber: true,
        cell: share,
        footer: share(totals),
      },
    ]
  }, [by, report, formats, nameOf])
  const { rows } = report
  const known = rows.filter(({ dau }) => dau != null)
  const { shown, button } = useFirstRows(known)
  if (known.length === 0) {
    return (
      <ToImport columns="date,app_id,source,country,dau,new_users,sessions">
        Nobody has told how many users these apps had.
      </ToImport>
    )
  }
  return (
    <>
      <DataTable
        label={`ARPDAU by ${dimensionTitle(by)}`}
        cards
        {...{ columns }}
        rows={shown}
        keyOf={(row) => row[by]!}
        attributesOf={(row) => ({ 'data-key': row[by]! })}
      />
      {button && <p>{button}</p>}
      {rows.length > known.length && (
        <p className="note">
          Users of {formats.count(rows.length - known.length)} more are unknown. ARPDAU covers days
          and apps that have both revenue and users.
        </p>
      )}
    </>
  )
}
