import { useFormats } from '../figures/formats.ts'
import { titleOf } from '../figures/metrics.ts'
import { plural } from '../figures/plural.ts'
import { isMetric } from '../reports/metrics.ts'
import type { ReportResult } from '../reports/report.ts'

/** The figures that a report does not contain, in sentences after another one. */
export function Completeness({ report: { freshness, partlyKnown } }: { report: ReportResult }) {
  const { count } = useFormats()
  const { missing = 0, estimated = 0, restating = 0 } = freshness ?? {}
  const open = estimated + restating
  const days = (number: number) =>
    `${count(number)} ${plural(number, { one: 'day', other: 'days' })}`
  return (
    <>
      {missing > 0 && ` Not reported: ${days(missing)} of networks.`}
      {open > 0 && ` May still change: ${days(open)} of networks.`}
      {partlyKnown.length > 0 && ` Not all networks report ${partlyKnown.map(titleIn).join(', ')}.`}
    </>
  )
}

const titleIn = (name: string): string => (isMetric(name) ? titleOf(name) : name)
