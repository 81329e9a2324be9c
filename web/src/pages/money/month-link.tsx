import type { ReactNode } from 'react'
import { PageLink } from '../../view/page-link.tsx'
import { searchOf } from '../../view/search.ts'
import { useAddress } from '../../view/use-view.ts'

export interface MonthLinkProps {
  readonly of: { readonly network: string; readonly month: string }
  /** The figure whose lines are shown; all lines when absent. */
  readonly part?: string
  readonly children: ReactNode
}

/** A link to what made a network's month. */
export function MonthLink({ of: { network, month }, part, children }: MonthLinkProps) {
  const { view } = useAddress()
  const own = { of: [`${month} ${network}`], ...(part !== undefined && { part: [part] }) }
  return (
    <PageLink to="/dashboard/money/months" search={{ ...searchOf(view), ...own }}>
      {children}
    </PageLink>
  )
}
