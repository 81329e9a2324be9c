import { useMutation } from '@tanstack/react-query'
import { Outlet, useLocation, useMatches, useRouter } from '@tanstack/react-router'
import { Suspense, use, useEffect, useRef, useState } from 'react'
import { ErrorBoundary } from 'react-error-boundary'
import { signOut } from '../api/queries.ts'
import { QuietButton } from '../controls/quiet-button.tsx'
import { Palette } from '../palette/lazy-palette.ts'
import { isMac, type Opened, useShortcuts } from '../palette/use-shortcuts.ts'
import { ViewsMenu } from '../saved-views/views-menu.tsx'
import { AddressContext, useReadAddress } from '../view/use-view.ts'
import { AccountSwitcher } from './account-switcher.tsx'
import { Brand } from './brand.tsx'
import { lazyPage } from './lazy-page.ts'
import { LoadedPart } from './loaded-part.tsx'
import { IgnoredInLink, NoticeContext } from './notices.tsx'
import { OwnMarkContext } from './own-mark.tsx'
import { PageFailure } from './page-failure.tsx'
import { PageLinks, PageRow } from './page-links.tsx'
import { pageTitleId } from './page-title.tsx'
import { PaperHead } from './paper-head.tsx'
import { usePreferences } from './preferences.tsx'
import styles from './shell.module.css'
import { Failure, Skeleton } from './states.tsx'
import { UserMenu } from './user-menu.tsx'

const ShortcutsDialog = lazyPage(() => import('../palette/shortcuts-dialog.tsx'))

/** The frame of every page: navigation, saved views, search and settings. */
export function Shell() {
  const notice = use(NoticeContext)
  const mark = use(OwnMarkContext)
  const address = useLocation({ select: ({ href }) => href })
  // The page follows its address a moment later.
  const page = useMatches({ select: (matches) => matches.at(-1)?.id })
  const leaving = useMutation({ mutationFn: signOut })
  const [opened, setOpened] = useState<Opened | null>(null)
  const { hasSingleKeys } = usePreferences()
  useShortcuts(hasSingleKeys, setOpened)
  const close = () => setOpened(null)
  return (
    <AddressContext value={useReadAddress()}>
      <div className={styles.shell}>
        <a className={styles.skip} href="#main">
          Skip to content
        </a>
        <header className={styles.bar}>
          <Brand />
          <AccountSwitcher />
          <PageLinks />
          <div className={styles.barEnd}>
            <QuietButton onClick={() => setOpened('palette')}>
              Find <kbd className={styles.keys}>{isMac() ? '⌘ K' : 'Ctrl K'}</kbd>
            </QuietButton>
            <ViewsMenu
              isOpen={opened === 'views' || opened === 'save'}
              isSaving={opened === 'save'}
              onOpenChange={(isOpen) => setOpened(isOpen ? 'views' : null)}
            />
            <UserMenu
              onShortcuts={() => setOpened('shortcuts')}
              onSignOut={() => leaving.mutate()}
            />
          </div>
          <PageRow />
        </header>
        <main id="main" tabIndex={-1} aria-labelledby={pageTitleId} ref={useFocusOnNewPage()}>
          <Failure error={leaving.error} title="You are still signed in. " isCard />
          <PaperHead />
          <IgnoredInLink />
          {notice}
          <ErrorBoundary FallbackComponent={PageFailure} resetKeys={[address, page]}>
            <Suspense fallback={<Skeleton height={480} />}>
              <Outlet />
            </Suspense>
          </ErrorBoundary>
        </main>
        {mark?.shows_powered_by && <footer className={styles.foot}>Powered by Adtally</footer>}
        <LoadedPart waiting={null} resetKeys={[address, opened]}>
          {opened === 'palette' && (
            <Palette
              onClose={close}
              onSave={() => setOpened('save')}
              onShortcuts={() => setOpened('shortcuts')}
              onSignOut={() => leaving.mutate()}
            />
          )}
          {opened === 'shortcuts' && <ShortcutsDialog onClose={close} />}
        </LoadedPart>
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
