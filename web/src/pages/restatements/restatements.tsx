import type { RestatementsAnswer } from '../../api/wire.ts'
import { daysText } from '../../figures/counted.ts'
import { useFormats } from '../../figures/formats.ts'
import { networkName } from '../../figures/names.ts'
import { WhoseTime } from '../../figures/whose-time.tsx'
import { PageTitle } from '../../layout/page-title.tsx'
import { Empty, Failed, Skeleton } from '../../layout/states.tsx'
import { useOwnSearch } from '../../view/use-own-search.ts'
import { Answer } from '../answer.tsx'
import { hasIgnoredFilters, withoutFilters } from '../slice-filters.ts'
import { Toolbar } from '../toolbar.tsx'
import { WithFigures } from '../with-figures.tsx'
import { AsOf } from './as-of.tsx'
import { DriftTable } from './drift-table.tsx'
import { RestatedDays } from './restated-days.tsx'
import { useRestatements } from './use-restatements.ts'

const ownNames = ['as_of'] as const

/** The changes that networks made after the fact: how much and when. */
export default function Restatements() {
  const { view, own, change } = useOwnSearch(ownNames)
  const { data, error, isPending, isPlaceholderData, refetch } = useRestatements(view)
  return (
    <>
      <PageTitle of="/dashboard/restatements" />
      <WithFigures shows="Here you will see what networks changed on days that they had already reported.">
        <p className="under-title">
          What networks changed on days that they had already reported. <WhoseTime />
        </p>
        <Toolbar view={view} onChange={change} fixed={withoutFilters} isCompared={false} />
        {hasIgnoredFilters(view) && (
          <p className="note">
            Formats and countries are not filtered here: restatements are kept for whole days, apps
            and networks.
          </p>
        )}
        {error && <Failed error={error} onRetry={() => refetch()} />}
        {isPending && <Skeleton height={420} />}
        {data && !error && (
          <Answer isOld={isPlaceholderData}>
            <Found answer={data} />
          </Answer>
        )}
        <AsOf view={view} asOf={own.as_of} onChange={(asOf) => change({}, { as_of: asOf })} />
      </WithFigures>
    </>
  )
}

function Found({ answer }: { answer: RestatementsAnswer }) {
  if (answer.networks.length === 0) {
    return (
      <Empty title="Nothing was reported for these days">
        <p>Choose other days, or fewer filters.</p>
      </Empty>
    )
  }
  return (
    <>
      <LateNetworks answer={answer} />
      <ReplacedDays answer={answer} />
      <DriftTable networks={answer.networks} />
      {answer.days.length > 0 ? (
        <RestatedDays answer={answer} />
      ) : (
        <Empty title="No restatements">
          <p>All of these days still have the figures of their first report.</p>
        </Empty>
      )}
    </>
  )
}

/** Networks that restate days later than their figures count as final. */
function LateNetworks({ answer: { networks } }: { answer: RestatementsAnswer }) {
  const formats = useFormats()
  const late = networks.filter(
    ({ last_age_days: last, final_after_days: final }) => last !== null && last > final,
  )
  if (late.length === 0) return null
  return (
    <ul className="card lines" aria-label="Restated after they counted as final">
      {late.map(({ network, last_age_days: last, final_after_days: final }) => (
        <li key={network}>
          <span>
            <b>{networkName(network)}</b> restated a day {formats.count(last ?? 0)} days later, but
            its figures count as final after {formats.count(final)}. The operator of the server can
            change that:{' '}
            <code>
              adtally finality set {network} {(last ?? 0) + 1}
            </code>
          </span>
        </li>
      ))}
    </ul>
  )
}

/** Says which days another source reported first, because their changes are no restatements. */
function ReplacedDays({ answer: { networks } }: { answer: RestatementsAnswer }) {
  const formats = useFormats()
  const some = networks.filter(({ replaced_days: days }) => days > 0)
  if (some.length === 0) return null
  const listed = some.map(
    ({ network, replaced_days: days }) => `${networkName(network)} (${daysText(days, formats)})`,
  )
  return (
    <p className="note" data-replaced>
      Only reports of the same source are compared. Left out, because a report of another source
      replaced the first one, for example a network’s own report that of the mediation:{' '}
      {listed.join(', ')}.
    </p>
  )
}
