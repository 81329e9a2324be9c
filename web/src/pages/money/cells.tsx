import type { ReactNode } from 'react'
import { formatDay } from '../../../../src/values/day.ts'
import { lastDayOfMonth, parseMonth } from '../../../../src/values/months.ts'
import type { MoneyMonthAnswer } from '../../api/wire.ts'
import { type Formats, none, useFormats } from '../../figures/formats.ts'
import { microsOf } from '../../figures/micros.ts'
import { networkName } from '../../figures/names.ts'
import type { ListColumn } from '../../tables/list-table.tsx'
import { PageLink } from '../../view/page-link.tsx'
import { searchOf } from '../../view/search.ts'
import { useAddress } from '../../view/use-view.ts'
import styles from './money.module.css'

/** A month such as `2026-03`. */
export const monthText = (month: string, formats: Formats): string =>
  formats.day(`${month}-01`, 'month')

/** An amount of a statement, with the code of its currency. */
export const amountIn = (currency: string, amount: string, { locale }: Formats): string =>
  new Intl.NumberFormat(locale, { style: 'currency', currency, currencyDisplay: 'code' }).format(
    amount as Intl.StringNumericLiteral,
  )

/** The sum of amounts in the account's currency. */
export const sumText = (of: readonly { readonly amount: string }[], { money }: Formats): string =>
  money(of.reduce((sum, { amount }) => sum + microsOf(amount), 0n).toString())

/** The first and the last day of a month. */
export const daysOfMonth = (month: string): { readonly from: string; readonly to: string } => ({
  from: `${month}-01`,
  to: formatDay(lastDayOfMonth(parseMonth(month)!)),
})

export const stateTexts: Readonly<Record<MoneyMonthAnswer['state'], string>> = {
  open: 'Open',
  closed: 'Closed',
  paid: 'Paid',
}

export const networkColumn = {
  title: 'Network',
  cell: ({ network }: { readonly network: string }) => networkName(network),
}

/** A column of numbers. */
export const numbers = <Row,>(title: string, cell: (row: Row) => ReactNode): ListColumn<Row> => ({
  title,
  cell,
  isNumber: true,
})

export interface AmountProps {
  /** In the account's currency; null when it is unknown. */
  readonly of: string | null
  /** Whether it has a sign. */
  readonly isChange?: boolean | undefined
}

/** An amount. Zeros are pale, so that the others are found. */
export function Amount({ of, isChange = false }: AmountProps) {
  const formats = useFormats()
  if (of === null) return none
  const micros = microsOf(of)
  const text = (isChange ? formats.moneyChange : formats.money)(micros.toString())
  return micros === 0n ? <span className={styles.zero}>{text}</span> : text
}

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
