/** The paths of the dashboard's pages; `$name` is any part of a path. The page of each is in web/src/routes.tsx. */
export const pagePaths = [
  '/dashboard',
  '/dashboard/home',
  '/dashboard/changes',
  '/dashboard/explore',
  '/dashboard/waterfall',
  '/dashboard/economics',
  '/dashboard/apps',
  '/dashboard/apps/$appId',
  '/dashboard/networks',
  '/dashboard/restatements',
  '/dashboard/reconcile',
  '/dashboard/imports',
  '/dashboard/connections/consent',
  '/dashboard/connections/of/$name',
  '/dashboard/rates',
  '/dashboard/money',
  '/dashboard/money/months',
  '/dashboard/money/statements',
  '/dashboard/money/terms',
  '/dashboard/partners',
  '/dashboard/partners/$partner',
  '/dashboard/payouts',
  '/dashboard/cited/$citation',
  '/dashboard/views',
  '/dashboard/alerts',
  '/dashboard/channels',
  '/dashboard/destinations',
  '/dashboard/links',
  '/dashboard/notes',
  '/dashboard/users',
  '/dashboard/profile',
  '/dashboard/keys',
  '/dashboard/audit',
  '/dashboard/account',
] as const

export type PagePath = (typeof pagePaths)[number]

/** Paths of pages that moved, which bookmarks and saved views have, with where they are and what is chosen there. */
export const movedPaths: Readonly<Record<string, MovedPage>> = {
  '/dashboard/morning': { to: '/dashboard/home' },
  '/dashboard/freshness': { to: '/dashboard/networks' },
  '/dashboard/connections': { to: '/dashboard/networks' },
  '/dashboard/countries': { to: '/dashboard', search: { rows: ['country'] } },
}

interface MovedPage {
  readonly to: PagePath
  readonly search?: Readonly<Record<string, readonly string[]>>
}

/** Paths of what is shown instead of the pages: the set-up, invitations and shared views, whose tokens are secrets. */
const entrances = [
  '/dashboard/set-up',
  ...['/dashboard/invitation', '/dashboard/invitation/$token', '/dashboard/shared/$token'],
]

const pattern = new RegExp(
  `^(${[...pagePaths, ...Object.keys(movedPaths), ...entrances].map((path) => path.replaceAll(/\$\w+/g, '[^/]+')).join('|')})/?$`,
)

/** Whether the dashboard has a page at a path. */
export const isPage = (path: string): boolean => pattern.test(path)

/** Whether an address has a secret: the token of an invitation or a shared view, or what a network's consent gave. */
export const hasSecret = (address: string): boolean =>
  /^\/dashboard\/(invitation\/|shared\/|connections\/consent\/?\?)/.test(address)

/** The page of a report link. @param address of its figures, a path or a URL */
export const pageOfLink = (address: string): string =>
  address.replace('/shared/reports/', '/dashboard/shared/')
