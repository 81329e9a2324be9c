import { useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Link, useLocation, useSearch } from 'wouter'
import { post } from '../asking/ask.ts'
import { useAccount } from '../asking/questions.ts'
import { readView, writeRange } from '../view/address.ts'
import { Looks } from './looks.tsx'

const pages = {
  '/dashboard': 'Overview',
  '/dashboard/countries': 'Countries',
  '/dashboard/freshness': 'Freshness',
  '/dashboard/imports': 'Imports',
  '/dashboard/account': 'Account',
} as const

/** On a narrow screen the pages' names scroll sideways. */
function showFully(link: HTMLElement | null) {
  link?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
}

/** What stands around every page. */
export function Shell({ children }: { children: ReactNode }) {
  const { username } = useAccount()
  const queries = useQueryClient()
  const [path] = useLocation()
  const query = writeRange(readView(new URLSearchParams(useSearch())).range).toString()
  const signOut = async () => {
    await post('sign-out')
    queries.clear()
    queries.setQueryData(['account'], null)
  }
  return (
    <div className="shell">
      <a className="skip" href="#main">
        Skip to the page
      </a>
      <header className="bar">
        <span className="brand">
          <i aria-hidden="true" />
          Adtally
        </span>
        <nav aria-label="Pages">
          {Object.entries(pages).map(([address, title]) => (
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
          <Looks />
          <p className="who">{username}</p>
          <button type="button" className="quiet" onClick={signOut}>
            Sign out
          </button>
        </div>
      </header>
      <main id="main" tabIndex={-1}>
        {children}
      </main>
    </div>
  )
}
