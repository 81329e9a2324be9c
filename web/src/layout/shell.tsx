import { useMutation } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { usePathname } from 'wouter/use-browser-location'
import { signOut, useAccount } from '../api/queries.ts'
import { writeRange } from '../view/address.ts'
import { useAddress } from '../view/use-view.ts'
import { DisplaySettings } from './display-settings.tsx'
import { IgnoredInLink } from './notices.tsx'

const pages = {
  '/dashboard': 'Overview',
  '/dashboard/countries': 'Countries',
  '/dashboard/freshness': 'Freshness',
  '/dashboard/imports': 'Imports',
  '/dashboard/account': 'Account',
} as const

/** Pages of users who may manage the account. */
const ownerPages = {
  '/dashboard/keys': 'Keys',
  '/dashboard/audit': 'Audit',
} as const

/** On narrow screens the navigation scrolls horizontally. */
function showFully(link: HTMLElement | null) {
  link?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
}

/** The frame of every page: navigation, settings and sign-out. */
export function Shell({ children }: { children: ReactNode }) {
  const { username, permissions } = useAccount()
  const shown = { ...pages, ...(permissions.includes('manage') && ownerPages) }
  const path = usePathname().replace(/\/$/, '')
  const leaving = useMutation({ mutationFn: signOut })
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
          {Object.entries(shown).map(([address, title]) => (
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
          <p className="who">{username}</p>
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
