import { useMemo } from 'react'
import { Link } from 'wouter'
import { usePathname } from 'wouter/use-browser-location'
import { useAccount } from '../api/queries.ts'
import { platformName } from '../figures/names.ts'
import { Empty } from '../layout/states.tsx'
import { useView } from '../view/use-view.ts'
import { Board } from './board.tsx'
import { PageTitle } from './page-title.tsx'

const breakdowns = ['network', 'format', 'country'] as const

/** The figures of one app. Its id is the last part of the path. */
export function AppPage() {
  const appId = decoded(usePathname().split('/')[3] ?? '')
  const { apps } = useAccount()
  const [asked, change] = useView()
  const fixed = useMemo(() => ({ app: [appId], platform: [] }), [appId])
  const app = apps.find((one) => one.app_id === appId)
  if (!app) {
    return (
      <Empty title="App not found">
        <p>
          The account has no app “{appId}”. <Link href="/dashboard?by=app">See all apps.</Link>
        </p>
      </Empty>
    )
  }
  const by = breakdowns.find((one) => one === asked.by) ?? 'network'
  const { app: _, platform: __, ...filters } = asked.filters
  return (
    <>
      <PageTitle>{app.name}</PageTitle>
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

/** Decodes a part of a path. Malformed parts are not changed. */
function decoded(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}
