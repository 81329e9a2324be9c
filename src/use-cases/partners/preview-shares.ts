import { allFiguresOf } from '../../ledger/figure-ledger.ts'
import { monthStateOf, type ShareBook } from '../../partners/partner.ts'
import type { RuleDays } from '../../partners/share-rule.ts'
import type { Day, DaySpan } from '../../values/day.ts'
import { formatMicros } from '../../values/decimal.ts'
import { firstDayOfMonth, formatMonth } from '../../values/months.ts'
import type { Services } from '../services.ts'
import { netRows } from './net-rows.ts'

/** The net revenue of a partner's month, in the currency itself. */
export interface ChangedMonth {
  readonly partner: string
  readonly month: string
  readonly net_before: string
  readonly net_after: string
}

interface Preview {
  readonly before: ShareBook
  readonly after: ShareBook
  readonly days: RuleDays
}

/**
 * The months that other rules change, with their net revenue before and after. Approved months do not change.
 *
 * @param signal stops it
 */
export async function previewShares(
  services: Services,
  { before, after, days: asked }: Preview,
  signal: AbortSignal,
): Promise<ChangedMonth[]> {
  const { networkId } = before
  const span = await services.ledger.span(allFiguresOf(networkId))
  if (!span) return []
  const days = {
    firstDay: Math.max(span.firstDay, asked.firstDay ?? span.firstDay) as Day,
    lastDay: Math.min(span.lastDay, asked.lastDay ?? span.lastDay) as Day,
  }
  if (days.lastDay < days.firstDay) return []
  const { entry } = await services.figures.states.asOf(null)
  const sumsOf = (book: ShareBook) => netByMonth(services, { book, days, entry }, signal)
  const [was, willBe] = [await sumsOf(before), await sumsOf(after)]
  const keys = [...new Set([...was.keys(), ...willBe.keys()])].toSorted()
  return keys.flatMap((key) => {
    const [one, other] = [was.get(key) ?? 0n, willBe.get(key) ?? 0n]
    const [partner, month] = key.split(' ') as [string, string]
    return one === other
      ? []
      : [{ partner, month, net_before: formatMicros(one), net_after: formatMicros(other) }]
  })
}

async function netByMonth(
  { sliceFigures }: Services,
  selection: {
    readonly book: ShareBook
    readonly days: DaySpan
    readonly entry: number
  },
  signal: AbortSignal,
): Promise<Map<string, bigint>> {
  const sums = new Map<string, bigint>()
  for await (const slice of netRows(sliceFigures, selection, signal)) {
    for (const { partner, day, netMicros } of slice) {
      const month = firstDayOfMonth(day)
      if (monthStateOf(selection.book, partner, month) === 'approved') continue
      const key = `${partner.username} ${formatMonth(month)}`
      sums.set(key, (sums.get(key) ?? 0n) + netMicros)
    }
  }
  return sums
}
