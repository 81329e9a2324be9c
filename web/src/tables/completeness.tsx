import type { Waiting } from '../charts/waiting.ts'
import { daysText } from '../figures/counted.ts'
import { useFormats } from '../figures/formats.ts'
import { titleOf } from '../figures/metrics.ts'
import { networkName } from '../figures/names.ts'
import { waitingText } from '../figures/waiting-text.ts'
import { isMetric } from '../reports/metrics.ts'
import type { ReportResult } from '../reports/report.ts'

export interface CompletenessProps {
  readonly report: ReportResult
  /** The missing reports by network, where they are known. */
  readonly waiting?: readonly Waiting[]
}

/** The figures that a report does not contain, in sentences after another one. */
export function Completeness({ report, waiting = [] }: CompletenessProps) {
  const { freshness, partlyKnown } = report
  const formats = useFormats()
  const missing = Number(freshness?.missing ?? 0)
  const open = Number(freshness?.estimated ?? 0) + Number(freshness?.restating ?? 0)
  const days = (count: number) => `${daysText(count, formats)} of networks`
  return (
    <>
      {waiting.length > 0
        ? ` Not reported: ${waiting.map((one) => `${networkName(one.network)} (${waitingText(one, formats)})`).join(', ')}.`
        : missing > 0 && ` Not reported: ${days(missing)}.`}
      {open > 0 && ` May still change: ${days(open)}.`}
      {partlyKnown.length > 0 && ` Not all networks report ${partlyKnown.map(titleIn).join(', ')}.`}
    </>
  )
}

const titleIn = (name: string): string => (isMetric(name) ? titleOf(name) : name)
