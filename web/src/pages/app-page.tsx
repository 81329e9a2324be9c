import { useMemo } from 'react'
import { Link } from 'wouter'
import { useAccount } from '../asking/questions.ts'
import { platformName } from '../figures/names.ts'
import { Empty } from '../frame/states.tsx'
import { useView } from '../view/use-view.ts'
import { Board } from './board.tsx'
import { PageTitle } from './page-title.tsx'

const breakdowns = ['network', 'format', 'country'] as const

/** One app. */
export function AppPage({ appId }: { appId: string }) {
  const { apps } = useAccount()
  const [asked, change] = useView()
  const fixed = useMemo(() => ({ app: [appId], platform: [] }), [appId])
  const app = apps.find((one) => one.app_id === appId)
  if (!app) {
    return (
      <Empty title="There is no such app">
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
            · in the store as <code>{app.store_id}</code>
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
