import type { BalanceAnswer } from '../../api/wire.ts'
import { type Formats, none, useFormats } from '../../figures/formats.ts'
import reconcile from '../reconcile/reconcile.module.css'

interface Payout {
  readonly date: string
  readonly amount: string
}

/** `$7.00 on Mar 2, 2026`. */
export const payoutText = (payout: Payout | null, formats: Formats): string =>
  payout === null
    ? none
    : `${formats.figure('revenue', payout.amount)} on ${formats.day(payout.date, 'short')}`

/** The days of a share, or of an app with its partner; null for no bound. */
export function boundsText(
  { from, to }: { readonly from: string | null; readonly to: string | null },
  formats: Formats,
): string {
  if (from !== null && to !== null) return formats.range(from, to)
  if (from !== null) return `From ${formats.day(from, 'short')}`
  return to === null ? 'All days' : `Until ${formats.day(to, 'short')}`
}

/** Figures about what a partner is owed. @param of texts by their titles */
export function Totals({ of: texts }: { of: Readonly<Record<string, string>> }) {
  return (
    <dl className={reconcile.total}>
      {Object.entries(texts).map(([title, text]) => (
        <div key={title}>
          <dt>{title}</dt>
          <dd>{text}</dd>
        </div>
      ))}
    </dl>
  )
}

/** What a partner is owed, and was paid. */
export function Balance({ of: balance }: { of: BalanceAnswer }) {
  const formats = useFormats()
  const { open, next_payout: next, last_payout: last, minimum_payout: minimum } = balance
  return (
    <Totals
      of={{
        Open: formats.figure('revenue', open),
        'Next payout': payoutText(next, formats),
        'Last payout': payoutText(last, formats),
        ...(minimum !== '0' && { 'Smallest payout': formats.figure('revenue', minimum) }),
      }}
    />
  )
}
