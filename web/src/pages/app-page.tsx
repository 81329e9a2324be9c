import { useParams } from '@tanstack/react-router'
import { useMemo } from 'react'
import { useAccount } from '../api/queries.ts'
import { platformName } from '../figures/names.ts'
import { visible } from '../figures/visible.ts'
import { PageTitle } from '../layout/page-title.tsx'
import { Empty } from '../layout/states.tsx'
import { PageLink } from '../view/page-link.tsx'
import { searchOf } from '../view/search.ts'
import { useView } from '../view/use-view.ts'
import { Board } from './board.tsx'

const breakdowns = ['network', 'ad_format', 'country'] as const

/** The figures of one app. */
export function AppPage() {
  const { appId } = useParams({ from: '/dashboard/apps/$appId' })
  const { apps } = useAccount()
  const [asked, change] = useView()
  const fixed = useMemo(() => ({ app_id: [appId], platform: [] }), [appId])
  const app = apps.find((one) => one.app_id === appId)
  if (!app) {
    return (
      <>
        <PageTitle>App not found</PageTitle>
        <Empty>
          <p>
            The account has no app “{appId}”.{' '}
            <PageLink to="/dashboard" search={searchOf({ ...asked, by: 'app_id' })}>
              See all apps.
            </PageLink>
          </p>
        </Empty>
      </>
    )
  }
  const by = breakdowns.find((one) => one === asked.by) ?? 'network'
  const { app_id: _, platform: __, ...filters } = asked.filters
  return (
    <>
      <PageTitle>{visible(app.name)}</PageTitle>
      <p className="under-title">
        {platformName(app.platform)} · app ID <code>{app.app_id}</code>
        {app.store_id !== null && (
          <>
            {' '}
            · store ID <code>{app.store_id}</code>
          </>
        )}
      </p>
      <Board
        view={{ ...asked, by, filters }}
        onChange={change}
        breakdowns={breakdowns}
        fixed={fixed}
      />
    </>
  )
}
