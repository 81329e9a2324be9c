import type { NamedRange } from '../../../src/values/compared-range.ts'
import type { ComparisonAnswer } from '../api/wire.ts'
import { DayRange } from '../figures/day-range.tsx'
import { useFormats } from '../figures/formats.ts'
import { networkName } from '../figures/names.ts'
import { basisTitles } from '../view/compare.ts'
import styles from './comparison-words.module.css'
import { type Coverage, type LeftOutDays, leftOutDays } from './left-out.ts'

type Ranges = Pick<ComparisonAnswer, 'compare' | 'compare_start_date' | 'compare_end_date'>

/** More stretches of days are shown when asked for. */
const maxShown = 3

/** Says in words which days are compared, and which are left out and why. */
export function ComparisonWords({ answer }: { answer: Ranges & Coverage }) {
  const { compared_days: compared, left_out_days: leftOut } = answer
  const { count } = useFormats()
  const all = compared + leftOut
  const days = leftOutDays(answer)
  return (
    <div className={styles.words}>
      <p>
        {compared === 0 ? (
          <>
            Nothing to compare with <Basis ranges={answer} />: no network has reported both.
          </>
        ) : (
          <>
            Compared with <Basis ranges={answer} />:{' '}
            {leftOut > 0
              ? `${count(compared)} of ${count(all)} days`
              : all === 1
                ? 'the whole day'
                : `all ${count(all)} days`}
            , each with networks that have reported both.
          </>
        )}
      </p>
      {days.length > 0 &&
        (days.length <= maxShown ? <Listed days={days} /> : <Folded days={days} />)}
    </div>
  )
}

function Listed({ days }: { days: readonly LeftOutDays[] }) {
  return (
    <p>
      Left out:{' '}
      {days.map((one, place) => (
        <span key={keyOf(one)}>
          {place > 0 && '; '}
          <LeftOut days={one} />
        </span>
      ))}
      .
    </p>
  )
}

function Folded({ days }: { days: readonly LeftOutDays[] }) {
  const networks = [...new Set(days.map(({ network }) => network))]
  const named = networks.filter((one) => one !== null).map(networkName)
  const some = named.length > maxShown ? `${named.length} networks` : named.join(', ')
  return (
    <details>
      <summary>
        Left out:{' '}
        {[
          ...(networks.includes(null) ? ['whole days'] : []),
          ...(some ? [`days of ${some}`] : []),
        ].join(', ')}
      </summary>
      <ul>
        {days.map((one) => (
          <li key={keyOf(one)}>
            <LeftOut days={one} />
          </li>
        ))}
      </ul>
    </details>
  )
}

function LeftOut({ days: { network, reason, ...span } }: { days: LeftOutDays }) {
  return (
    <>
      {network !== null && `${networkName(network)} `}
      <DayRange from={span.start_date} to={span.end_date} /> ({leftOutTexts[reason]})
    </>
  )
}

const keyOf = ({ network, start_date: from }: LeftOutDays): string => `${network} ${from}`

function Basis({ ranges }: { ranges: Ranges }) {
  const { compare, compare_start_date: from, compare_end_date: to } = ranges
  return (
    <>
      {compare !== null && lowerCase(compare)}
      {from !== null && to !== null && (
        <>
          {compare !== null && ', '}
          <DayRange from={from} to={to} />
        </>
      )}
    </>
  )
}

const lowerCase = (basis: NamedRange): string =>
  basisTitles[basis].charAt(0).toLowerCase() + basisTitles[basis].slice(1)

/** Why days are not compared, after their names. */
const leftOutTexts = {
  unreported: 'not reported',
  unreported_before: 'not reported in the other range',
  new: 'new',
  ended: 'ended',
  no_such_day: 'the other month has no such day',
  not_over: 'not over',
  not_reported: 'not reported in both ranges',
}
