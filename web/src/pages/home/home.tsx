import { useState } from 'react'
import { useHome } from '../../api/insight-queries.ts'
import { useSeesPayouts } from '../../api/queries.ts'
import type { HomeAnswer } from '../../api/wire.ts'
import { Filters } from '../../controls/filters.tsx'
import { WhoseTime } from '../../figures/whose-time.tsx'
import { PageTitle } from '../../layout/page-title.tsx'
import { Empty, Failed, Skeleton } from '../../layout/states.tsx'
import { useOwnSearch } from '../../view/use-own-search.ts'
import { defaultView } from '../../view/view.ts'
import { Answer } from '../answer.tsx'
import { ShareCard } from '../payouts/share-card.tsx'
import { WithFigures } from '../with-figures.tsx'
import { Forecast } from './forecast.tsx'
import { AppTable, NetworkTable } from './groups.tsx'
import styles from './home.module.css'
import { Period } from './period.tsx'
import { Summary } from './summary.tsx'
import { ToDo } from './to-do.tsx'

/** The first page of a day: yesterday in words, what to do, and each network and app. */
export default function Home() {
  const { view, change } = useOwnSearch()
  const [isFiltering, setFiltering] = useState(Object.keys(view.filters).length > 0)
  const home = useHome(view.filters)
  return (
    <>
      <PageTitle>Home</PageTitle>
      {useSeesPayouts() && <ShareCard />}
      <WithFigures shows="Here you will see yesterday’s revenue in a sentence, what to do, and each network and app.">
        {home.data ? (
          <Answer isOld={home.isPlaceholderData}>
            <Content home={home.data} />
          </Answer>
        ) : (
          !home.error && <Waiting />
        )}
        {home.error && <Failed error={home.error} onRetry={() => home.refetch()} />}
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
      </WithFigures>
    </>
  )
}

function Waiting() {
  return (
    <>
      <Skeleton height={60} />
      <Skeleton height={160} />
      <Skeleton height={340} />
    </>
  )
}

function Content({ home }: { home: HomeAnswer }) {
  if (home.figures_to === null) {
    return (
      <>
        <ToDo />
        <Empty title="No figures">
          <p>No network has reported anything for these filters. Clear the filters below.</p>
        </Empty>
      </>
    )
  }
  return (
    <>
      <Summary home={home} />
      <ToDo />
      <div className={styles.tables}>
        <NetworkTable networks={home.networks} />
        <AppTable networks={home.networks} />
      </div>
      <div className={`card ${styles.periods}`}>
        {home.periods.map((one) => (
          <Period key={one.period} period={one} />
        ))}
        <Forecast forecast={home.forecast} />
      </div>
    </>
  )
}
