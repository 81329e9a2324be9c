import { useMemo } from 'react'
import { useAccount } from '../../api/queries.ts'
import { PageTitle } from '../../layout/page-title.tsx'
import { useOwnSearch } from '../../view/use-own-search.ts'
import { LeftOutFilters, viewWithout } from '../left-out-filters.tsx'
import { Toolbar } from '../toolbar.tsx'
import { WithFigures } from '../with-figures.tsx'
import { ChannelsCard } from './channels-card.tsx'
import { EarnedCard } from './earned-card.tsx'
import { LtvCard } from './ltv-card.tsx'
import { leftOut, usersQuestion } from './questions.ts'
import { UsersCard } from './users-card.tsx'

const hidden = { network: [], ad_format: [] }

/** What users bring and what they cost. */
export default function Economics() {
  const { view: asked, change } = useOwnSearch()
  const { today } = useAccount()
  const view = useMemo(() => viewWithout(asked, leftOut), [asked])
  return (
    <>
      <PageTitle of="/dashboard/economics" />
      <WithFigures shows="Here you will see what a user brings and costs: ARPDAU, LTV, retention, ROAS and payback by channel.">
        <Toolbar view={asked} onChange={change} fixed={hidden} isCompared={false} />
        <LeftOutFilters
          view={asked}
          names={leftOut}
          why="users and cost are not known by network and format."
        />
        <ChannelsCard view={view} />
        <LtvCard view={view} />
        <EarnedCard view={view} />
        <UsersCard
          title="ARPDAU by app"
          by="app_id"
          question={usersQuestion(view, today, 'app_id')}
        />
        <UsersCard
          title="ARPDAU by country"
          by="country"
          question={usersQuestion(view, today, 'country')}
        />
      </WithFigures>
    </>
  )
}
