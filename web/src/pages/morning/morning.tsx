import { useState } from 'react'
import { useMorning } from '../../api/insight-queries.ts'
import { useAccount } from '../../api/queries.ts'
import type { MorningAnswer } from '../../api/wire.ts'
import { Filters } from '../../controls/filters.tsx'
import { useFormats } from '../../figures/formats.ts'
import { networkName } from '../../figures/names.ts'
import { plural } from '../../figures/plural.ts'
import { WhoseTime } from '../../figures/whose-time.tsx'
import { PageTitle } from '../../layout/page-title.tsx'
import { Empty, Failed, Skeleton } from '../../layout/states.tsx'
import { useView } from '../../view/use-view.ts'
import { defaultView } from '../../view/view.ts'
import { Answer } from '../answer.tsx'
import { NoFigures } from '../no-figures.tsx'
import { Forecast } from './forecast.tsx'
import styles from './morning.module.css'
import { Period } from './period.tsx'
import { Reports, reportsId } from './reports.tsx'

/** The first page of a day: the last days compared, how the month will end, and what is missing. */
export default function Morning() {
  const { networks } = useAccount()
  const [view, change] = useView()
  const [isFiltering, setFiltering] = useState(Object.keys(view.filters).length > 0)
  const morning = useMorning(view.filters)
  if (networks.length === 0) {
    return (
      <>
        <PageTitle>Morning</PageTitle>
        <NoFigures />
      </>
    )
  }
  return (
    <>
      <PageTitle>Morning</PageTitle>
      {morning.data && <Freshness morning={morning.data} />}
      {morning.data ? (
        <Answer isOld={morning.isPlaceholderData}>
          <Content morning={morning.data} />
        </Answer>
      ) : (
        !morning.error && <Waiting />
      )}
      {morning.error && <Failed error={morning.error} onRetry={() => morning.refetch()} />}
      <details
        className={styles.filters}
        open={isFiltering}
        onToggle={({ currentTarget }) => setFiltering(currentTarget.open)}
      >
        <summary>Filters</summary>
        <div className="toolbar" role="toolbar" aria-label="Filters">
          <Filters
            filters={view.filters}
            without={[]}
            range={defaultView.range}
            onChange={(filters) => change({ filters })}
          />
        </div>
      </details>
      <p className="note">
        <WhoseTime />
      </p>
    </>
  )
}

function Waiting() {
  return (
    <>
      <p className="under-title">&nbsp;</p>
      <div className={styles.periods}>
        <Skeleton height={300} />
        <Skeleton height={300} />
        <Skeleton height={300} />
      </div>
      <Skeleton height={190} />
    </>
  )
}

function Content({ morning }: { morning: MorningAnswer }) {
  if (morning.figures_to === null) {
    return (
      <Empty title="No figures">
        <p>No network has reported anything for these filters. Clear the filters below.</p>
      </Empty>
    )
  }
  return (
    <>
      <div className={styles.periods}>
        {morning.periods.map((one) => (
          <Period key={one.period} period={one} />
        ))}
      </div>
      <Forecast forecast={morning.forecast} />
      <Reports networks={morning.networks} />
    </>
  )
}

/** How far the figures are, on one line. */
function Freshness({ morning }: { morning: MorningAnswer }) {
  const formats = useFormats()
  const { figures_to: to, complete_to: completeTo, networks } = morning
  if (to === null) return null
  const latest = networks
    .filter(({ last_change_at: at }) => at !== null)
    .sort((a, b) => (a.last_change_at! > b.last_change_at! ? -1 : 1))[0]
  const lacking = networks.filter(({ missing }) => missing.length > 0).length
  return (
    <p className="under-title">
      Figures up to <bdi>{formats.day(to, 'short')}</bdi>
      {latest && (
        <>
          , {networkName(latest.network)} at <bdi>{formats.instant(latest.last_change_at!)}</bdi>
        </>
      )}
      .
      {completeTo !== null && completeTo < to && (
        <>
          {' '}
          All networks up to <bdi>{formats.day(completeTo, 'short')}</bdi>.
        </>
      )}
      {lacking > 0 && (
        <>
          {' '}
          <a href={`#${reportsId}`}>
            {formats.count(lacking)}{' '}
            {plural(lacking, { one: 'network lacks', other: 'networks lack' })} days
          </a>
          .
        </>
      )}
    </p>
  )
}
