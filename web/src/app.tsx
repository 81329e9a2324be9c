import { QueryClientProvider } from '@tanstack/react-query'
import { lazy, Suspense, useMemo, useRef } from 'react'
import { Route, Switch } from 'wouter'
import { AccountContext, queries, useSession } from './api/queries.ts'
import type { AccountAnswer } from './api/wire.ts'
import { FormatsContext, makeFormats } from './figures/formats.ts'
import { PreferencesProvider, usePreferences } from './layout/preferences.tsx'
import { Shell } from './layout/shell.tsx'
import { Empty, Failed, Skeleton } from './layout/states.tsx'
import { AppPage } from './pages/app-page.tsx'
import { Overview } from './pages/overview.tsx'
import { SignIn } from './pages/sign-in.tsx'

const Countries = lazy(() => import('./pages/countries.tsx'))
const Freshness = lazy(() => import('./pages/freshness.tsx'))
const Imports = lazy(() => import('./pages/imports.tsx'))
const Account = lazy(() => import('./pages/account/account.tsx'))

/** The dashboard: the sign-in page, or the pages of the signed-in account. */
export function App() {
  return (
    <QueryClientProvider client={queries}>
      <PreferencesProvider>
        <Gate />
      </PreferencesProvider>
    </QueryClientProvider>
  )
}

function Gate() {
  const session = useSession()
  const wasSignedIn = useRef(false)
  if (session.data) wasSignedIn.current = true
  if (session.isPending) return null
  if (session.error && !session.data) {
    return (
      <main className="alone">
        <Failed error={session.error} onRetry={() => session.refetch()} />
      </main>
    )
  }
  if (!session.data) return <SignIn hasEnded={wasSignedIn.current} />
  return <Pages account={session.data} />
}

function Pages({ account }: { account: AccountAnswer }) {
  const { locale } = usePreferences()
  const formats = useMemo(() => makeFormats(locale, account.currency), [locale, account.currency])
  return (
    <AccountContext value={account}>
      <FormatsContext value={formats}>
        <Shell>
          <Suspense fallback={<Skeleton height={480} />}>
            <Switch>
              <Route path="/dashboard" component={Overview} />
              <Route path="/dashboard/apps/:appId" component={AppPage} />
              <Route path="/dashboard/countries" component={Countries} />
              <Route path="/dashboard/freshness" component={Freshness} />
              <Route path="/dashboard/imports" component={Imports} />
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
        </Shell>
      </FormatsContext>
    </AccountContext>
  )
}
