import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { type ReactNode, Suspense, useMemo, useRef, useState } from 'react'
import { ErrorBoundary } from 'react-error-boundary'
import { AccountContext, queries, useSession } from './api/queries.ts'
import type { AccountAnswer } from './api/wire.ts'
import { FormatsContext, makeFormats } from './figures/formats.ts'
import { AloneCard } from './layout/alone-card.tsx'
import { lazyPage } from './layout/lazy-page.ts'
import { NoticeContext, OtherAccount } from './layout/notices.tsx'
import { WithOwnMark } from './layout/own-mark.tsx'
import { WholePageFailure } from './layout/page-failure.tsx'
import { PreferencesProvider, usePreferences } from './layout/preferences.tsx'
import { Failed } from './layout/states.tsx'
import { linkToken } from './pages/shared-view/link-token.ts'
import type { InvitationProps } from './pages/sign-in/invitation.tsx'
import { invitationToken } from './pages/sign-in/invitation-token.ts'
import { setupToken } from './pages/sign-in/setup-token.ts'
import { router } from './routes.tsx'

/** The dashboard: the sign-in page, or the pages of the signed-in account. */
export function App() {
  return (
    <ErrorBoundary FallbackComponent={WholePageFailure}>
      <QueryClientProvider client={queries}>
        <PreferencesProvider>
          <Suspense fallback={null}>
            <Entrance />
          </Suspense>
        </PreferencesProvider>
      </QueryClientProvider>
    </ErrorBoundary>
  )
}

const SharedView = lazyPage(() => import('./pages/shared-view/shared-view.tsx'))

const Invitation = lazyPage<InvitationProps>(() => import('./pages/sign-in/invitation.tsx'))
const SetUp = lazyPage<{ token: string }>(() => import('./pages/sign-in/set-up.tsx'))
const SignIn = lazyPage<{ hasEnded: boolean }>(() => import('./pages/sign-in/sign-in.tsx'))

/** The set-up, shared view or invitation that the page was opened with; else the dashboard. */
function Entrance() {
  const [invitation, setInvitation] = useState(invitationToken)
  if (linkToken !== null) return <SharedView />
  if (setupToken !== null) return <SetUp token={setupToken} />
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
      <AloneCard title="Dashboard">
        <Failed error={session.error} onRetry={() => session.refetch()} />
      </AloneCard>
    )
  }
  if (!session.data) return <SignIn hasEnded={wasSignedIn.current} />
  const { username } = session.data
  return (
    // The key makes another account start with an empty page.
    <Pages
      key={username}
      account={session.data}
      notice={hasSwitched && <OtherAccount username={username} onClose={closeNotice} />}
    />
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

/** @param notice about the whole page */
function Pages({ account, notice }: { account: AccountAnswer; notice: ReactNode }) {
  const { locale } = usePreferences()
  const formats = useMemo(() => makeFormats(locale, account.currency), [locale, account.currency])
  return (
    <AccountContext value={account}>
      <FormatsContext value={formats}>
        <NoticeContext value={notice}>
          <WithOwnMark>
            <RouterProvider router={router} />
          </WithOwnMark>
        </NoticeContext>
      </FormatsContext>
    </AccountContext>
  )
}
