import {
  createRootRoute,
  createRoute,
  createRouter,
  type RouteComponent,
  redirect,
} from '@tanstack/react-router'
import { movedPaths, type PagePath } from '../../src/values/page-paths.ts'
import { lazyPage } from './layout/lazy-page.ts'
import { Shell } from './layout/shell.tsx'
import { NotFound } from './pages/not-found.tsx'
import { AppPage } from './pages/overview/app-page.tsx'
import { Overview } from './pages/overview/overview.tsx'
import { parseSearch, type Search, stringifySearch } from './view/search.ts'

const Home = lazyPage(() => import('./pages/home/home.tsx'))
const Changes = lazyPage(() => import('./pages/changes/changes.tsx'))
const Explore = lazyPage(() => import('./pages/explore/explore.tsx'))
const Waterfall = lazyPage(() => import('./pages/waterfall/waterfall.tsx'))
const Economics = lazyPage(() => import('./pages/economics/economics.tsx'))
const Apps = lazyPage(() => import('./pages/apps/apps.tsx'))
const Links = lazyPage(() => import('./pages/links/links.tsx'))
const Restatements = lazyPage(() => import('./pages/restatements/restatements.tsx'))
const Reconcile = lazyPage(() => import('./pages/reconcile/reconcile.tsx'))
const Imports = lazyPage(() => import('./pages/imports/imports.tsx'))
const Networks = lazyPage(() => import('./pages/networks/networks.tsx'))
const Consent = lazyPage(() => import('./pages/connections/consent.tsx'))
const ConnectionPage = lazyPage(() => import('./pages/connections/connection-page.tsx'))
const Rates = lazyPage(() => import('./pages/rates/rates.tsx'))
const Money = lazyPage(() => import('./pages/money/money.tsx'))
const Months = lazyPage(() => import('./pages/money/months.tsx'))
const Statements = lazyPage(() => import('./pages/money/statements.tsx'))
const Terms = lazyPage(() => import('./pages/money/terms.tsx'))
const Partners = lazyPage(() => import('./pages/partners/partners.tsx'))
const PartnerPage = lazyPage(() => import('./pages/partners/partner-page.tsx'))
const Payouts = lazyPage(() => import('./pages/payouts/payouts.tsx'))
const Cited = lazyPage(() => import('./pages/cited/cited.tsx'))
const Users = lazyPage(() => import('./pages/users/users.tsx'))
const Profile = lazyPage(() => import('./pages/profile/profile.tsx'))
const Keys = lazyPage(() => import('./pages/keys/keys.tsx'))
const Audit = lazyPage(() => import('./pages/audit/audit.tsx'))
const Views = lazyPage(() => import('./pages/views/views.tsx'))
const Notes = lazyPage(() => import('./pages/notes/notes.tsx'))
const Alerts = lazyPage(() => import('./pages/alerts/alerts.tsx'))
const Channels = lazyPage(() => import('./pages/channels/channels.tsx'))
const Destinations = lazyPage(() => import('./pages/destinations/destinations.tsx'))
const Account = lazyPage(() => import('./pages/account/account.tsx'))

const root = createRootRoute({
  component: Shell,
  notFoundComponent: NotFound,
  validateSearch: (search): Search => search as Search,
})

const page = <const Path extends PagePath>(path: Path, component: RouteComponent) =>
  createRoute({ getParentRoute: () => root, path, component })

const moved = Object.entries(movedPaths).map(([path, { to, search: added }]) =>
  createRoute({
    getParentRoute: () => root,
    path,
    beforeLoad: ({ search }) => {
      throw redirect({ to, search: { ...search, ...added }, replace: true })
    },
  }),
)

/** A page for each path that the server knows. */
const pages = root.addChildren([
  page('/dashboard', Overview),
  page('/dashboard/apps', Apps),
  page('/dashboard/apps/$appId', AppPage),
  page('/dashboard/home', Home),
  page('/dashboard/changes', Changes),
  page('/dashboard/explore', Explore),
  page('/dashboard/waterfall', Waterfall),
  page('/dashboard/economics', Economics),
  page('/dashboard/links', Links),
  page('/dashboard/networks', Networks),
  page('/dashboard/restatements', Restatements),
  page('/dashboard/reconcile', Reconcile),
  page('/dashboard/imports', Imports),
  page('/dashboard/connections/consent', Consent),
  page('/dashboard/connections/of/$name', ConnectionPage),
  page('/dashboard/rates', Rates),
  page('/dashboard/money', Money),
  page('/dashboard/money/months', Months),
  page('/dashboard/money/statements', Statements),
  page('/dashboard/money/terms', Terms),
  page('/dashboard/partners', Partners),
  page('/dashboard/partners/$partner', PartnerPage),
  page('/dashboard/payouts', Payouts),
  page('/dashboard/cited/$citation', Cited),
  page('/dashboard/users', Users),
  page('/dashboard/profile', Profile),
  page('/dashboard/keys', Keys),
  page('/dashboard/audit', Audit),
  page('/dashboard/account', Account),
  page('/dashboard/views', Views),
  page('/dashboard/notes', Notes),
  page('/dashboard/alerts', Alerts),
  page('/dashboard/channels', Channels),
  page('/dashboard/destinations', Destinations),
  ...moved,
])

export const router = createRouter({
  routeTree: pages,
  parseSearch,
  // Root's validation has no other type.
  stringifySearch: (search) => stringifySearch(search as Search),
  scrollRestoration: true,
})

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router
  }
}
