import type { ComparisonAnswer } from '../api/wire.ts'
import { DayRange } from '../figures/day-range.tsx'
import { useFormats } from '../figures/formats.ts'
import { networkName } from '../figures/names.ts'
import { insightTexts } from '../texts/en/insight.tsx'
import { viewTexts } from '../texts/en/view.tsx'
import type { ComparisonBasis } from '../view/compare.ts'
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
        {compared === 0
          ? insightTexts.nothingToCompareWith(<Basis ranges={answer} />)
          : insightTexts.comparedWith(
              <Basis ranges={answer} />,
              leftOut > 0
                ? insightTexts.ofDays(count(compared), count(all))
                : all === 1
                  ? insightTexts.theWholeDay
                  : insightTexts.allDays(count(all)),
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
      {insightTexts.leftOut}
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
  const some = named.length > maxShown ? insightTexts.networks(named.length) : named.join(', ')
  return (
    <details>
      <summary>
        {insightTexts.leftOutOf(
          [
            ...(networks.includes(null) ? [insightTexts.wholeDays] : []),
            ...(some ? [insightTexts.daysOf(some)] : []),
          ].join(', '),
        )}
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
      <DayRange from={span.start_date} to={span.end_date} /> ({insightTexts.leftOutTexts[reason]})
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

const lowerCase = (basis: ComparisonBasis): string =>
  viewTexts.basisTitles[basis].charAt(0).toLowerCase() + viewTexts.basisTitles[basis].slice(1)
