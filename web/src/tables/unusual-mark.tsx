import type { AnomalyAnswer } from '../api/wire.ts'
import { isAbove } from '../charts/unusual-days.ts'
import { useFormats } from '../figures/formats.ts'

const maxNamed = 2

/** Names the unusual days of a row, latest first. */
export function UnusualMark({ days }: { days: readonly AnomalyAnswer[] }) {
  const formats = useFormats()
  if (days.length === 0) return null
  const named = days
    .slice(-maxNamed)
    .reverse()
    .map((one) => `${isAbove(one) ? '▲' : '▼'} ${formats.day(one.date, 'axis')}`)
  const more = days.length - named.length
  return (
    <small data-unusual={days.length}>
      Unusual: {named.join(', ')}
      {more > 0 && ` and ${formats.count(more)} more`}
    </small>
  )
}
