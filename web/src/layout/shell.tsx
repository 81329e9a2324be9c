import { useMutation } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { usePathname } from 'wouter/use-browser-location'
import { signOut, useAccount } from '../api/queries.ts'
import { writeRange } from '../view/address.ts'
import { useAddress } from '../view/use-view.ts'
import { AccountSwitcher } from './account-switcher.tsx'
import { DisplaySettings } from './display-settings.tsx'
import { IgnoredInLink } from './notices.tsx'

interface PageLink {
  readonly title: string
  /** Shown to users with this permission only. */
  readonly needs?: 'manage'
}

const pages: Readonly<Record<string, PageLink>> = {
  '/dashboard': { title: 'Overview' },
  '/dashboard/countries': { title: 'Countries' },
  '/dashboard/freshness': { title: 'Freshness' },
  '/dashboard/imports': { title: 'Imports' },
  '/dashboard/connections': { title: 'Connections' },
  '/dashboard/users': { title: 'Users', needs: 'manage' },
  '/dashboard/keys': { title: 'Keys', needs: 'manage' },
  '/dashboard/audit': { title: 'Audit', needs: 'manage' },
  '/dashboard/account': { title: 'Account' },
}

/** On narrow screens the navigation scrolls horizontally. */
function showFully(link: HTMLElement | null) {
  link?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
}

/** The frame of every page: navigation, settings and sign-out. */
export function Shell({ children }: { children: ReactNode }) {
  const { user, permissions } = useAccount()
  const path = usePathname().replace(/\/$/, '')
  const leaving = useMutation({ mutationFn: signOut })
  const shown = Object.entries(pages).filter(
    ([, { needs }]) => needs === undefined || permissions.includes(needs),
  )
  const query = writeRange(useAddress().view.range).toString()
  return (
    <div className="shell">
      <a className="skip" href="#main">
        Skip to content
      </a>
      <header className="bar">
        <span className="brand">
          <i aria-hidden="true" />
          Adtally
        </span>
        <nav aria-label="Pages">
          {shown.map(([address, { title }]) => (
            <Link
              key={address}
              ref={path === address ? showFully : undefined}
              href={query ? `${address}?${query}` : address}
              aria-current={path === address ? 'page' : undefined}
            >
              {title}
            </Link>
          ))}
        </nav>
        <div className="bar-end">
          <DisplaySettings />
          <AccountSwitcher />
          <Link className="who" href="/dashboard/profile" title="Your profile">
            {user}
          </Link>
          <button type="button" className="quiet" onClick={() => leaving.mutate()}>
            Sign out
          </button>
        </div>
      </header>
      <main id="main" tabIndex={-1}>
        {leaving.error && (
          <p className="card failure" role="alert">
            You are still signed in. {leaving.error.message}
          </p>
        )}
        <IgnoredInLink />
        {children}
      </main>
    </div>
  )
}
