import { useMutation } from '@tanstack/react-query'
import { Outlet, useLocation, useMatches, useRouter } from '@tanstack/react-router'
import { Suspense, use, useEffect, useRef } from 'react'
import { ErrorBoundary } from 'react-error-boundary'
import { signOut, useAccount } from '../api/queries.ts'
import { PageLink } from '../view/page-link.tsx'
import { AddressContext, useReadAddress } from '../view/use-view.ts'
import { AccountSwitcher } from './account-switcher.tsx'
import { Brand } from './brand.tsx'
import { DisplaySettings } from './display-settings.tsx'
import { IgnoredInLink, NoticeContext } from './notices.tsx'
import { PageFailure } from './page-failure.tsx'
import { PageLinks } from './page-links.tsx'
import { pageTitleId } from './page-title.tsx'
import styles from './shell.module.css'
import { Skeleton } from './states.tsx'

/** The frame of every page: navigation, settings and sign-out. */
export function Shell() {
  const { user } = useAccount()
  const notice = use(NoticeContext)
  const address = useLocation({ select: ({ href }) => href })
  // The page follows its address a moment later.
  const page = useMatches({ select: (matches) => matches.at(-1)?.id })
  const leaving = useMutation({ mutationFn: signOut })
  return (
    <AddressContext value={useReadAddress()}>
      <div className={styles.shell}>
        <a className={styles.skip} href="#main">
          Skip to content
        </a>
        <header className={styles.bar}>
          <Brand />
          <PageLinks />
          <div className={styles.barEnd}>
            <DisplaySettings className={styles.settings} />
            <AccountSwitcher />
            <PageLink className={styles.who} to="/dashboard/profile" title="Your profile">
              {user}
            </PageLink>
            <button type="button" className="quiet" onClick={() => leaving.mutate()}>
              Sign out
            </button>
          </div>
        </header>
        <main id="main" tabIndex={-1} aria-labelledby={pageTitleId} ref={useFocusOnNewPage()}>
          {leaving.error && (
            <p className="card failure" role="alert">
              You are still signed in. {leaving.error.message}
            </p>
          )}
          <IgnoredInLink />
          {notice}
          <ErrorBoundary FallbackComponent={PageFailure} resetKeys={[address, page]}>
            <Suspense fallback={<Skeleton height={480} />}>
              <Outlet />
            </Suspense>
          </ErrorBoundary>
        </main>
      </div>
    </AddressContext>
  )
}

/** Moves the focus to a page when a link opens it, so that keyboards and screen readers begin there. */
function useFocusOnNewPage() {
  const main = useRef<HTMLElement>(null)
  const router = useRouter()
  useEffect(
    () =>
      router.subscribe('onRendered', ({ fromLocation, pathChanged }) => {
        if (fromLocation && pathChanged) main.current?.focus({ preventScroll: true })
      }),
    [router],
  )
  return main
}
