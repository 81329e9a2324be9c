import { useParams } from '@tanstack/react-router'
import { useMemo } from 'react'
import { useAccount } from '../../api/queries.ts'
import { platformName } from '../../figures/names.ts'
import { visible } from '../../figures/visible.ts'
import { PageTitle } from '../../layout/page-title.tsx'
import { Empty } from '../../layout/states.tsx'
import { PageLink } from '../../view/page-link.tsx'
import { overviewPreset } from '../../view/report-view.ts'
import { searchOf } from '../../view/search.ts'
import { useReportView } from '../../view/use-report-view.ts'
import { OverviewFigures } from './overview-figures.tsx'

const breakdowns = ['network', 'ad_format', 'country', 'date'] as const

/** The figures of one app. */
export function AppPage() {
  const { appId } = useParams({ from: '/dashboard/apps/$appId' })
  const { apps } = useAccount()
  const page = useReportView(overviewPreset)
  const fixed = useMemo(() => ({ app_id: [appId] }), [appId])
  const view = useMemo(() => {
    const { app_id: _, platform: __, ...filters } = page.view.filters
    return { ...page.view, filters }
  }, [page.view])
  const app = apps.find((one) => one.app_id === appId)
  if (!app) {
    return (
      <>
        <PageTitle>App not found</PageTitle>
        <Empty>
          <p>
            The account has no app “{appId}”.{' '}
            <PageLink to="/dashboard" search={{ ...searchOf(view), rows: ['app_id'] }}>
              See all apps.
            </PageLink>
          </p>
        </Empty>
      </>
    )
  }
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
      <OverviewFigures {...page} view={view} breakdowns={breakdowns} fixed={fixed} />
    </>
  )
}
