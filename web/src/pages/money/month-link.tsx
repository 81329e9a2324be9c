import type { ReactNode } from 'react'
import type { ExpectedAnswer } from '../../api/wire.ts'
import { useFormats } from '../../figures/formats.ts'
import { PageLink } from '../../view/page-link.tsx'
import { searchOf } from '../../view/search.ts'
import { useAddress } from '../../view/use-view.ts'
import { basisTexts, moneyText, monthText } from './money-texts.ts'

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

export type ExpectedMonths = Pick<ExpectedAnswer, 'network' | 'months'>

/** The months that a payment is for, each with what its amount is made from. */
export function ExpectedMonthLinks({ of: { network, months } }: { of: ExpectedMonths }) {
  const formats = useFormats()
  return months.map(({ month, basis, amount }, place) => (
    <span key={month}>
      {place > 0 && ', '}
      <MonthLink of={{ network, month }}>{monthText(month, formats)}</MonthLink>{' '}
      {months.length > 1 && `${moneyText(amount, formats)} `}
      {basisTexts[basis]}
    </span>
  ))
}
