import { useFormats } from '../figures/formats.ts'
import { titleOf } from '../figures/metrics.ts'
import { isMetric } from '../reports/metrics.ts'
import type { ReportResult } from '../reports/report.ts'
import { tablesTexts } from '../texts/en/tables.tsx'

/** The figures that a report does not contain, in sentences after another one. */
export function Completeness({ report: { freshness, partlyKnown } }: { report: ReportResult }) {
  const { count } = useFormats()
  const { missing = 0, estimated = 0, restating = 0 } = freshness ?? {}
  const open = estimated + restating
  const days = (number: number) => tablesTexts.numberOfDays(count(number), number)
  return (
    <>
      {missing > 0 && tablesTexts.notReported(days(missing))}
      {open > 0 && tablesTexts.mayStillChange(days(open))}
      {partlyKnown.length > 0 && tablesTexts.notAllReport(partlyKnown.map(titleIn).join(', '))}
    </>
  )
}

const titleIn = (name: string): string => (isMetric(name) ? titleOf(name) : name)
