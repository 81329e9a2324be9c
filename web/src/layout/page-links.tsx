import { useLocation } from '@tanstack/react-router'
import { useAccount } from '../api/queries.ts'
import { PageLink } from '../view/page-link.tsx'

interface Page {
  readonly to: string
  readonly title: string
  /** Shown to users with this permission only. */
  readonly needs?: 'manage'
}

const pages = [
  { to: '/dashboard', title: 'Overview' },
  { to: '/dashboard/countries', title: 'Countries' },
  { to: '/dashboard/freshness', title: 'Freshness' },
  { to: '/dashboard/imports', title: 'Imports' },
  { to: '/dashboard/connections', title: 'Connections' },
  { to: '/dashboard/users', title: 'Users', needs: 'manage' },
  { to: '/dashboard/keys', title: 'Keys', needs: 'manage' },
  { to: '/dashboard/audit', title: 'Audit', needs: 'manage' },
  { to: '/dashboard/account', title: 'Account' },
] as const satisfies readonly Page[]

/** The navigation: every page that the reader may open. */
export function PageLinks() {
  const { permissions } = useAccount()
  const path = useLocation({ select: ({ pathname }) => pathname })
  return (
    <nav aria-label="Pages">
      {pages
        .filter((page) => !('needs' in page) || permissions.includes(page.needs))
        .map(({ to, title }) => (
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

/** On narrow screens the navigation scrolls horizontally. */
function showFully(link: HTMLElement | null) {
  link?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
}
