import { useLocation } from '@tanstack/react-router'
import { useMemo } from 'react'
import type { PagePath } from '../../../src/values/page-paths.ts'
import { useAccount, useMayEdit, useSeesMoney, useSeesPayouts } from '../api/queries.ts'

/** A page that links lead to. */
export interface Page {
  readonly to: Exclude<PagePath, `${string}$${string}`>
  readonly title: string
  /** Readers who lack it may not open the page; all may when absent. */
  readonly needs?: 'manage' | 'finance' | 'a network' | 'no network' | 'all apps' | 'edit'
  /** Whether its days can be chosen. */
  readonly hasDays?: true
}

/** A link of the navigation. */
export interface Destination {
  readonly title: string
  /** The first one is opened. */
  readonly pages: readonly Page[]
  /** Whether its pages are in a second row of links; else they are opened from elsewhere. */
  readonly hasRow?: true
  /** The beginnings of the paths of pages that have no link. */
  readonly parts?: readonly string[]
}

const destinations: readonly Destination[] = [
  {
    title: 'Home',
    pages: [
      { to: '/dashboard/home', title: 'Home' },
      { to: '/dashboard/alerts', title: 'Alerts' },
    ],
    hasRow: true,
  },
  {
    title: 'Overview',
    pages: [
      { to: '/dashboard', title: 'Overview', hasDays: true },
      { to: '/dashboard/notes', title: 'Notes' },
      { to: '/dashboard/views', title: 'Saved views' },
    ],
    parts: ['/dashboard/apps/'],
  },
  {
    title: 'What changed',
    pages: [{ to: '/dashboard/changes', title: 'What changed', hasDays: true }],
  },
  {
    title: 'Explore',
    pages: [
      { to: '/dashboard/explore', title: 'Explore', hasDays: true },
      { to: '/dashboard/waterfall', title: 'Waterfall', hasDays: true },
      { to: '/dashboard/economics', title: 'Economics', hasDays: true },
    ],
    hasRow: true,
  },
  {
    title: 'Money',
    pages: [
      { to: '/dashboard/money', title: 'Money', needs: 'finance' },
      { to: '/dashboard/money/months', title: 'Months', needs: 'finance' },
      { to: '/dashboard/money/statements', title: 'Statements', needs: 'finance' },
      { to: '/dashboard/money/terms', title: 'Terms', needs: 'finance' },
      { to: '/dashboard/partners', title: 'Partners', needs: 'no network' },
      { to: '/dashboard/payouts', title: 'Payouts', needs: 'a network' },
    ],
    hasRow: true,
    parts: ['/dashboard/partners/'],
  },
  {
    title: 'Data',
    pages: [
      { to: '/dashboard/networks', title: 'Networks', hasDays: true },
      { to: '/dashboard/imports', title: 'Imports' },
      { to: '/dashboard/restatements', title: 'Restatements', hasDays: true },
      { to: '/dashboard/reconcile', title: 'Reconcile', hasDays: true, needs: 'all apps' },
      { to: '/dashboard/apps', title: 'Apps' },
    ],
    hasRow: true,
    parts: ['/dashboard/connections/'],
  },
  {
    title: 'Settings',
    pages: [
      { to: '/dashboard/account', title: 'Account' },
      { to: '/dashboard/users', title: 'Users', needs: 'manage' },
      { to: '/dashboard/keys', title: 'Keys', needs: 'manage' },
      { to: '/dashboard/links', title: 'Report links', needs: 'manage' },
      { to: '/dashboard/channels', title: 'Channels', needs: 'edit' },
      { to: '/dashboard/destinations', title: 'Destinations', needs: 'edit' },
      { to: '/dashboard/rates', title: 'Currency rates', needs: 'all apps' },
      { to: '/dashboard/audit', title: 'Audit', needs: 'manage' },
      { to: '/dashboard/profile', title: 'Your profile' },
    ],
    hasRow: true,
  },
]

/** The destinations with pages that the reader may open. */
export function useDestinations(): readonly Destination[] {
  const { permissions, sees_all_apps: seesAllApps } = useAccount()
  const mayManage = permissions.includes('manage')
  const seesMoney = useSeesMoney()
  const seesPayouts = useSeesPayouts()
  const edit = useMayEdit()
  return useMemo(() => {
    const has = {
      manage: mayManage,
      finance: seesMoney,
      'a network': seesPayouts,
      // Partners have no partners.
      'no network': seesMoney && !seesPayouts,
      'all apps': seesAllApps,
      edit,
    }
    return destinations
      .map((one) => ({
        ...one,
        pages: one.pages.filter(({ needs }) => needs === undefined || has[needs]),
      }))
      .filter(({ pages }) => pages.length > 0)
  }, [mayManage, seesMoney, seesPayouts, seesAllApps, edit])
}

/** The destination of the page on screen; undefined for a page that does not exist. */
export function useDestination(): Destination | undefined {
  const path = useLocation({ select: ({ pathname }) => pathname })
  return useDestinations().find(
    ({ pages, parts = [] }) =>
      pages.some(({ to }) => to === path) || parts.some((part) => path.startsWith(part)),
  )
}

const pages = new Map<string, Page>(
  destinations.flatMap((one) => one.pages.map((page) => [page.to, page])),
)

/** The title of the page at a path; `Page` for one without a link. */
export const titleOfPath = (path: string): string => pages.get(path)?.title ?? 'Page'

/** Whether the days of a page can be chosen. */
export const hasDays = (path: string): boolean =>
  pages.get(path)?.hasDays ?? path.startsWith('/dashboard/apps/')
