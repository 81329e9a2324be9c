import { PageLink } from '../view/page-link.tsx'
import { searchOf } from '../view/search.ts'
import { useAddress } from '../view/use-view.ts'

/** A link to the page of an app. It keeps the days, and the filters that an app's page has. */
export function AppLink({ appId, children }: { appId: string; children: string }) {
  const { view } = useAddress()
  const { app_id: _, platform: __, ...filters } = view.filters
  return (
    <PageLink
      to="/dashboard/apps/$appId"
      params={{ appId }}
      search={searchOf({ ...view, filters })}
    >
      {children}
    </PageLink>
  )
}
