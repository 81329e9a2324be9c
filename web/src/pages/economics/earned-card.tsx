import { useMemo } from 'react'
import { notInCohorts } from '../../../../src/facts/rest-names.ts'
import { useAccount } from '../../api/queries.ts'
import { type Formats, useFormats } from '../../figures/formats.ts'
import { titleOf } from '../../figures/metrics.ts'
import { channelName } from '../../figures/names.ts'
import { writeMetric } from '../../reports/metrics.ts'
import type { Cells, ReportResult } from '../../reports/report.ts'
import { useReport } from '../../reports/use-reports.ts'
import { type DataColumn, DataTable } from '../../tables/data-table.tsx'
import type { View } from '../../view/view.ts'
import { ToImport } from '../to-import.tsx'
import { QuestionCard } from './question-card.tsx'
import { earnedQuestion } from './questions.ts'

/** Booked revenue by the channel of the users who earned it. */
export function EarnedCard({ view }: { view: View }) {
  const { today } = useAccount()
  const question = earnedQuestion(view, today)
  const earned = useReport(question)
  return (
    <QuestionCard title="Booked revenue by channel" question={question} answers={[earned]}>
      {earned.data && <Earned report={earned.data} />}
    </QuestionCard>
  )
}

function Earned({ report }: { report: ReportResult }) {
  const formats = useFormats()
  const columns = useMemo(() => columnsOf(report.totals, formats), [report, formats])
  if (report.rows.every(({ channel }) => channel === notInCohorts)) {
    return (
      <ToImport columns="date,app_id,source,channel,country,age,cohort_users,ad_revenue">
        No cohorts are known that earned on these days.
      </ToImport>
    )
  }
  return (
    <>
      <DataTable
        label="Booked revenue by channel"
        cards
        columns={columns}
        rows={report.rows}
        keyOf={({ channel }) => channel!}
        attributesOf={({ channel }) => ({ 'data-channel': channel! })}
      />
      <p className="note">
        What users of each channel earned on the chosen days, scaled from what their source measured
        to what is booked. The rest is of users whose cohort or day is not known. All rows together
        are the revenue.
      </p>
    </>
  )
}

function columnsOf(totals: Cells, formats: Formats): DataColumn<Cells>[] {
  const ofMetric = (name: 'revenue' | 'booked_factor'): DataColumn<Cells> => {
    const write = (row: Cells) => writeMetric(formats, name, row[name] ?? null)
    return { id: name, header: titleOf(name), isNumber: true, cell: write, footer: write(totals) }
  }
  return [
    {
      id: 'channel',
      header: 'Channel',
      cell: ({ channel }) => channelName(channel!),
      footer: 'All channels',
    },
    ofMetric('revenue'),
    ofMetric('booked_factor'),
  ]
}
