import { useMemo } from 'react'
import { useAccount } from '../../api/queries.ts'
import { none, useFormats } from '../../figures/formats.ts'
import { titleOf } from '../../figures/metrics.ts'
import { writeMetric } from '../../reports/metrics.ts'
import type { ReportResult } from '../../reports/report.ts'
import { useReport } from '../../reports/use-reports.ts'
import { type DataColumn, DataTable } from '../../tables/data-table.tsx'
import type { View } from '../../view/view.ts'
import { ToImport } from '../to-import.tsx'
import { AgeChart } from './age-chart.tsx'
import styles from './economics.module.css'
import { leastWeeks } from './ltv-range.ts'
import { QuestionCard } from './question-card.tsx'
import { ltvQuestion, weeklyLtvQuestion } from './questions.ts'
import { type AgeRow, ageRows, returnedMetric } from './returns.ts'

/** What a user has brought up to each age, and how many are still active. */
export function LtvCard({ view }: { view: View }) {
  const { today } = useAccount()
  const question = ltvQuestion(view, today)
  const [whole, weekly] = [useReport(question), useReport(weeklyLtvQuestion(view, today))]
  return (
    <QuestionCard title="LTV and retention" question={question} answers={[whole, weekly]}>
      {whole.data && weekly.data && <Ages whole={whole.data} weekly={weekly.data} />}
    </QuestionCard>
  )
}

function Ages({ whole, weekly }: { whole: ReportResult; weekly: ReportResult }) {
  const formats = useFormats()
  const metric = returnedMetric(whole, 'ltv')
  const rows = useMemo(() => ageRows(whole.rows, weekly.rows, metric), [whole, weekly, metric])
  const columns = useMemo(
    (): DataColumn<AgeRow>[] => [
      { id: 'age', header: 'Age', cell: ({ age }) => `Day ${age}` },
      {
        id: 'ltv',
        header: titleOf(metric),
        isNumber: true,
        cell: ({ ltv }) => formats.perUser(ltv),
      },
      {
        id: 'range',
        header: 'Most weeks',
        isNumber: true,
        cell: ({ range }) =>
          range === null ? (
            none
          ) : (
            <span className={styles.wrapped}>
              {range.map((one) => formats.perUser(one.toFixed(6))).join(' – ')}
            </span>
          ),
      },
      {
        id: 'retention',
        header: titleOf('retention'),
        isNumber: true,
        cell: ({ retention }) => formats.share(retention),
      },
      {
        id: 'users',
        header: titleOf('cohort_users'),
        isNumber: true,
        cell: ({ users }) => writeMetric(formats, 'cohort_users', users),
      },
    ],
    [formats, metric],
  )
  if (rows.length === 0) {
    return (
      <ToImport columns="date,app_id,source,channel,country,age,cohort_users,active_users,ad_revenue,other_revenue">
        No cohorts are known for these days and filters.
      </ToImport>
    )
  }
  return (
    <>
      <div className={styles.ages}>
        <AgeChart rows={rows} title={`${titleOf(metric)} by age`} />
        <DataTable
          label="LTV and retention by age"
          cards
          columns={columns}
          rows={rows}
          keyOf={({ age }) => String(age)}
          attributesOf={({ age }) => ({ 'data-age': String(age) })}
        />
      </div>
      <p className="note">
        Of users who installed on the chosen days, in cohorts that have reached the age. Most weeks:
        from the 10th to the 90th percentile over weeks of install, from {leastWeeks} weeks on.
      </p>
    </>
  )
}
