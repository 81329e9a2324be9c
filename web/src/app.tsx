import { QueryClientProvider } from '@tanstack/react-query'
import { type ReactNode, Suspense, useMemo, useRef, useState } from 'react'
import { Route, Switch } from 'wouter'
import { usePathname, useSearch } from 'wouter/use-browser-location'
import { AccountContext, queries, useSession } from './api/queries.ts'
import type { AccountAnswer } from './api/wire.ts'
import { FormatsContext, makeFormats } from './figures/formats.ts'
import { ErrorBoundary } from './layout/error-boundary.tsx'
import { lazyPage } from './layout/lazy-page.ts'
import { OtherAccount } from './layout/notices.tsx'
import { PreferencesProvider, usePreferences } from './layout/preferences.tsx'
import { Shell } from './layout/shell.tsx'
import { Empty, Failed, Skeleton } from './layout/states.tsx'
import { AppPage } from './pages/app-page.tsx'
import { Overview } from './pages/overview.tsx'
import { Invitation, invitationToken } from './pages/sign-in/invitation.tsx'
import { SignIn } from './pages/sign-in/sign-in.tsx'

const Countries = lazyPage(() => import('./pages/countries.tsx'))
const Freshness = lazyPage(() => import('./pages/freshness.tsx'))
const Imports = lazyPage(() => import('./pages/imports.tsx'))
const Connections = lazyPage(() => import('./pages/connections/connections.tsx'))
const ConnectionPage = lazyPage(() => import('./pages/connections/connection-page.tsx'))
const Consent = lazyPage(() => import('./pages/connections/consent.tsx'))
const Users = lazyPage(() => import('./pages/users/users.tsx'))
const Profile = lazyPage(() => import('./pages/profile/profile.tsx'))
const Keys = lazyPage(() => import('./pages/keys/keys.tsx'))
const Audit = lazyPage(() => import('./pages/audit/audit.tsx'))
const Account = lazyPage(() => import('./pages/account/account.tsx'))

/** The dashboard: the sign-in page, or the pages of the signed-in account. */
export function App() {
  return (
    <ErrorBoundary isOutermost>
      <QueryClientProvider client={queries}>
        <PreferencesProvider>
          <Entrance />
        </PreferencesProvider>
      </QueryClientProvider>
    </ErrorBoundary>
  )
}

/** The invitation that the page was opened with, then the dashboard. */
function Entrance() {
  const [invitation, setInvitation] = useState(invitationToken)
  if (invitation === null) return <Gate />
  return <Invitation token={invitation} onClose={() => setInvitation(null)} />
}

function Gate() {
  const session = useSession()
  const wasSignedIn = useRef(false)
  if (session.data) wasSignedIn.current = true
  const [hasSwitched, closeNotice] = useSwitch(session.data)
  if (session.isPending) return null
  if (session.error && !session.data) {
    return (
      <main className="alone">
        <Failed error={session.error} onRetry={() => session.refetch()} />
      </main>
    )
  }
  if (!session.data) return <SignIn hasEnded={wasSignedIn.current} />
  const { username } = session.data
  return (
    // The key makes another account start with an empty page.
    <Pages key={username} account={session.data}>
      {hasSwitched && <OtherAccount username={username} onClose={closeNotice} />}
    </Pages>
  )
}

/**
 * Whether the account changed without a sign-in on this page: another tab signed in.
 *
 * @param account null without a session; undefined while it is loading
 */
function useSwitch(account: AccountAnswer | null | undefined): [boolean, () => void] {
  const username = account === null ? null : account?.username
  const [seen, setSeen] = useState({ username, hasSwitched: false })
  if (username !== undefined && username !== seen.username) {
    setSeen({ username, hasSwitched: Boolean(seen.username && username) })
  }
  return [seen.hasSwitched, () => setSeen({ username, hasSwitched: false })]
}

function Pages({ account, children }: { account: AccountAnswer; children: ReactNode }) {
  const address = `${usePathname()}?${useSearch()}`
  const { locale } = usePreferences()
  const formats = useMemo(() => makeFormats(locale, account.currency), [locale, account.currency])
  return (
    <AccountContext value={account}>
      <FormatsContext value={formats}>
        <Shell>
          {children}
          <ErrorBoundary resetOn={address}>
            <Suspense fallback={<Skeleton height={480} />}>
              <Switch>
                <Route path="/dashboard" component={Overview} />
                <Route path="/dashboard/apps/:appId" component={AppPage} />
                <Route path="/dashboard/countries" component={Countries} />
                <Route path="/dashboard/freshness" component={Freshness} />
                <Route path="/dashboard/imports" component={Imports} />
                <Route path="/dashboard/connections" component={Connections} />
                <Route path="/dashboard/connections/consent" component={Consent} />
                <Route path="/dashboard/connections/of/:name" component={ConnectionPage} />
                <Route path="/dashboard/users" component={Users} />
                <Route path="/dashboard/profile" component={Profile} />
                <Route path="/dashboard/keys" component={Keys} />
                <Route path="/dashboard/audit" component={Audit} />
                <Route path="/dashboard/account" component={Account} />
                <Route>
                  <Empty title="Page not found">
                    <p>
                      Go to the <a href="/dashboard">overview</a>.
                    </p>
                  </Empty>
                </Route>
              </Switch>
            </Suspense>
          </ErrorBoundary>
        </Shell>
      </FormatsContext>
    </AccountContext>
  )
}
