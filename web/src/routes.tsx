import {
  createRootRoute,
  createRoute,
  createRouter,
  type RouteComponent,
} from '@tanstack/react-router'
import { lazyPage } from './layout/lazy-page.ts'
import { Shell } from './layout/shell.tsx'
import { AppPage } from './pages/app-page.tsx'
import { NotFound } from './pages/not-found.tsx'
import { Overview } from './pages/overview.tsx'
import { parseSearch, type Search, stringifySearch } from './view/search.ts'

const Countries = lazyPage(() => import('./pages/countries.tsx'))
const Freshness = lazyPage(() => import('./pages/freshness.tsx'))
const Imports = lazyPage(() => import('./pages/imports.tsx'))
const Connections = lazyPage(() => import('./pages/connections/connections.tsx'))
const Consent = lazyPage(() => import('./pages/connections/consent.tsx'))
const ConnectionPage = lazyPage(() => import('./pages/connections/connection-page.tsx'))
const Users = lazyPage(() => import('./pages/users/users.tsx'))
const Profile = lazyPage(() => import('./pages/profile/profile.tsx'))
const Keys = lazyPage(() => import('./pages/keys/keys.tsx'))
const Audit = lazyPage(() => import('./pages/audit/audit.tsx'))
const Account = lazyPage(() => import('./pages/account/account.tsx'))

const root = createRootRoute({
  component: Shell,
  notFoundComponent: NotFound,
  validateSearch: (search): Search => search as Search,
})

const page = <const Path extends string>(path: Path, component: RouteComponent) =>
  createRoute({ getParentRoute: () => root, path, component })

/** A page for each path. The server knows them too: `pages` in src/http/dashboard/site.ts. */
const pages = root.addChildren([
  page('/dashboard', Overview),
  page('/dashboard/apps/$appId', AppPage),
  page('/dashboard/countries', Countries),
  page('/dashboard/freshness', Freshness),
  page('/dashboard/imports', Imports),
  page('/dashboard/connections', Connections),
  page('/dashboard/connections/consent', Consent),
  page('/dashboard/connections/of/$name', ConnectionPage),
  page('/dashboard/users', Users),
  page('/dashboard/profile', Profile),
  page('/dashboard/keys', Keys),
  page('/dashboard/audit', Audit),
  page('/dashboard/account', Account),
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
