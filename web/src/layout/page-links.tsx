import { useLocation } from '@tanstack/react-router'
import { useMemo } from 'react'
import { useAccount } from '../api/queries.ts'
import { ToDoMark } from '../pages/home/to-do-mark.tsx'
import { PageLink } from '../view/page-link.tsx'

type Path = keyof typeof pageTitles

/** Figures first, then where they come from. */
const pages = [
  ...(['/dashboard/home', '/dashboard', '/dashboard/changes', '/dashboard/explore'] as const),
  ...(['/dashboard/freshness', '/dashboard/restatements'] as const),
  ...(['/dashboard/reconcile', '/dashboard/imports', '/dashboard/connections'] as const),
  ...(['/dashboard/apps', '/dashboard/notes'] as const),
] as const satisfies readonly Path[]

/** They concern the whole account. */
const ofAllApps: readonly Path[] = ['/dashboard/reconcile', '/dashboard/connections']

/** In the menu at the end of the bar. */
const settings = [
  '/dashboard/profile',
  '/dashboard/account',
  '/dashboard/rates',
] as const satisfies readonly Path[]
/** In the menu of those who may manage the account. */
const managed = [
  ...(['/dashboard/users', '/dashboard/keys', '/dashboard/links', '/dashboard/audit'] as const),
] as const satisfies readonly Path[]

const titled = <Of extends Path>(paths: readonly Of[]) =>
  paths.map((to) => ({ to, title: pageTitles[to] }))

/** The pages that the reader may open; `settings` are in the menu. */
export function usePages() {
  const { permissions, sees_all_apps: seesAllApps } = useAccount()
  const mayManage = permissions.includes('manage')
  return useMemo(
    () => ({
      pages: titled(pages.filter((one) => seesAllApps || !ofAllApps.includes(one))),
      settings: titled([...settings, ...(mayManage ? managed : [])]),
    }),
    [mayManage, seesAllApps],
  )
}

/** The title of the page at a path; `Page` for one without a link. */
export const titleOfPath = (path: string): string =>
  Object.hasOwn(pageTitles, path) ? pageTitles[path as Path] : 'Page'

const withDays = [
  ...(['/dashboard', '/dashboard/changes', '/dashboard/explore'] as const),
  ...(['/dashboard/freshness', '/dashboard/restatements', '/dashboard/reconcile'] as const),
] as const satisfies readonly Path[]

/** Whether the days of a page can be chosen. */
export const hasDays = (path: string): boolean =>
  withDays.some((to) => to === path) || path.startsWith('/dashboard/apps/')

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
          {to === '/dashboard/home' && <ToDoMark />}
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

const pageTitles = {
  '/dashboard/home': 'Home',
  '/dashboard': 'Overview',
  '/dashboard/changes': 'What changed',
  '/dashboard/explore': 'Explore',
  '/dashboard/freshness': 'Freshness',
  '/dashboard/restatements': 'Restatements',
  '/dashboard/reconcile': 'Reconcile',
  '/dashboard/imports': 'Imports',
  '/dashboard/connections': 'Connections',
  '/dashboard/apps': 'Apps',
  '/dashboard/notes': 'Notes',
  '/dashboard/views': 'Saved views',
  '/dashboard/profile': 'Your profile',
  '/dashboard/account': 'Account',
  '/dashboard/users': 'Users',
  '/dashboard/keys': 'Keys',
  '/dashboard/links': 'Report links',
  '/dashboard/rates': 'Currency rates',
  '/dashboard/audit': 'Audit',
}
