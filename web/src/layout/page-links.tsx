import { useLocation } from '@tanstack/react-router'
import { useMemo } from 'react'
import { useAccount } from '../api/queries.ts'
import { PageLink } from '../view/page-link.tsx'

interface Page {
  readonly to: string
  readonly title: string
  /** Shown to users with this permission only. */
  readonly needs?: 'manage'
}

/** Figures first, then where they come from. */
const pages = [
  { to: '/dashboard/morning', title: 'Morning' },
  { to: '/dashboard', title: 'Overview' },
  { to: '/dashboard/changes', title: 'What changed' },
  { to: '/dashboard/explore', title: 'Explore' },
  { to: '/dashboard/countries', title: 'Countries' },
  { to: '/dashboard/freshness', title: 'Freshness' },
  { to: '/dashboard/restatements', title: 'Restatements' },
  { to: '/dashboard/reconcile', title: 'Reconcile' },
  { to: '/dashboard/imports', title: 'Imports' },
  { to: '/dashboard/connections', title: 'Connections' },
  { to: '/dashboard/notes', title: 'Notes' },
] as const satisfies readonly Page[]

/** In the menu at the end of the bar. */
const settings = [
  { to: '/dashboard/profile', title: 'Your profile' },
  { to: '/dashboard/account', title: 'Account' },
  { to: '/dashboard/users', title: 'Users', needs: 'manage' },
  { to: '/dashboard/keys', title: 'Keys', needs: 'manage' },
  { to: '/dashboard/links', title: 'Report links', needs: 'manage' },
  { to: '/dashboard/audit', title: 'Audit', needs: 'manage' },
] as const satisfies readonly Page[]

/** The pages that the reader may open; `settings` are in the menu. */
export function usePages() {
  const { permissions } = useAccount()
  return useMemo(() => {
    const mayOpen = (page: Page) => page.needs === undefined || permissions.includes(page.needs)
    return { pages: pages.filter(mayOpen), settings: settings.filter(mayOpen) }
  }, [permissions])
}

/** The title of the page at a path; `Page` for one without a link. */
export const titleOfPath = (path: string): string =>
  [...pages, ...settings, { to: '/dashboard/views', title: 'Saved views' }].find(
    ({ to }) => to === path,
  )?.title ?? 'Page'

/** Whether a page has no days and filters. */
export const isSetting = (path: string): boolean => settings.some(({ to }) => to === path)

/** The navigation: every page with figures, and those that tell where figures come from. */
export function PageLinks() {
  const path = useLocation({ select: ({ pathname }) => pathname })
  return (
    <nav aria-label="Pages">
      {usePages().pages.map(({ to, title }) => (
        <PageLink
          key={to}
          to={to}
          ref={path === to ? showFully : undefined}
          activeOptions={{ exact: true, includeSearch: false }}
        >
          {title}
        </PageLink>
      ))}
    </nav>
  )
}

/** The other pages, for the menu. @param onOpen after one was opened */
export function SettingsLinks({ onOpen }: { onOpen: () => void }) {
  return (
    <nav aria-label="Settings">
      {usePages().settings.map(({ to, title }) => (
        <PageLink
          key={to}
          to={to}
          onClick={onOpen}
          activeOptions={{ exact: true, includeSearch: false }}
        >
          {title}
        </PageLink>
      ))}
    </nav>
  )
}

/** On narrow screens the navigation scrolls horizontally. */
function showFully(link: HTMLElement | null) {
  link?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
}
