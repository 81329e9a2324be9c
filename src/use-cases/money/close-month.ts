import { Type } from 'typebox'
import type { Principal } from '../../publishers/principal.ts'
import type { StoredSettlement } from '../../records/settlement/settlement-store.ts'
import type { ClosedAppDays } from '../../records/settlement/settlement-writer.ts'
import { sum } from '../../settlement/amounts.ts'
import { carryChanges } from '../../settlement/carry-changes.ts'
import { bookClose } from '../../settlement/journal.ts'
import type { AppRevenue } from '../../settlement/month-close.ts'
import { refuse } from '../../settlement/refusals.ts'
import { settle } from '../../settlement/settle.ts'
import { type Day, type DaySpan, dayCount, formatDay } from '../../values/day.ts'
import { formatMicros } from '../../values/decimal.ts'
import { formatMonth, lastDayOfMonth, monthAfter } from '../../values/months.ts'
import { dryRun, flag, username } from '../fields.ts'
import { findMissing } from '../insight/find-missing.ts'
import { type DatedScope, readAmountRows } from '../insight/read-figures.ts'
import type { Services } from '../services.ts'
import { useCase } from '../use-case.ts'
import { changeSettlement } from './change-settlement.ts'
import { actor, month, readMonth } from './money-fields.ts'
import { openBooks } from './open-books.ts'

/** A month that was closed, or would be. */
export interface CloseView {
  readonly account: string
  readonly month: string
  readonly currency: string
  /** The ledger entry whose figures it has. */
  readonly entry: number
  readonly reported: string
  readonly networks: readonly { readonly network: string; readonly reported: string }[]
  /** What changed of months that were closed before; booked with this month. */
  readonly carried: readonly {
    readonly network: string
    readonly month: string
    readonly import: number | null
    readonly amount: string
  }[]
  /** How many lines of statements it books. */
  readonly lines: number
  /** Days of networks without a report. */
  readonly missing_days: number
  readonly dry_run: boolean
}

/** Closes a month: pins its figures, and books what changed of months before. */
export const closeMonth = useCase({
  name: 'close-month',
  request: {
    username,
    month,
    /** Closes it though networks have not reported all days. */
    allowMissing: flag,
    dryRun,
    by: Type.Optional(actor),
  },
  run: async (services, request, { signal }): Promise<CloseView> => {
    const account = await services.accounts.get(request.username)
    const of = readMonth(request.month)
    const days = { firstDay: of, lastDay: lastDayOfMonth(of) }
    const decide = async (stored: StoredSettlement) => {
      const open = await openBooks(services, account, signal, stored)
      const { scope, rules } = open
      refuseOrder(request.username, of, rules.today, stored)
      const missing = await missingDays(services, scope.principal, days, rules.today, signal)
      if (missing.length > 0 && request.allowMissing !== true) {
        const first = missing.slice(0, maxListed)
        throw refuse('days_missing', { ...request, count: missing.length, first })
      }
      const figures = await readDays(services, scope, days, signal)
      const close = {
        month: of,
        entry: scope.state.entry,
        currency: account.currency,
        closedAtMs: services.now().getTime(),
        closedBy: request.by ?? null,
        carried: carryChanges(open.months, stored.closes),
      }
      const lines = stored.lines.filter(
        ({ parts, bookedIn, day }) =>
          bookedIn !== null || (parts.length > 0 && day <= days.lastDay),
      )
      const closes = [...stored.closes, { ...close, id: 0, figures: figures.map(toRevenue(of)) }]
      const months = settle({ ...open.books, closes, lines })
      const booked = await services.settlement.journal(account.id)
      return {
        missing,
        close: {
          ...close,
          days: figures,
          lines: lines.filter(({ bookedIn }) => bookedIn === null).map(({ id }) => id),
          journal: bookClose(closes, months, lines, booked),
        },
      }
    }
    const view = ({ close, missing }: Awaited<ReturnType<typeof decide>>): CloseView => {
      const networks = [...Map.groupBy(close.days, ({ network }) => network)].map(
        ([network, apps]) => ({ network, reportedMicros: sum(apps.map(revenueOf)) }),
      )
      return {
        account: account.username,
        month: request.month,
        currency: account.currency,
        entry: close.entry,
        reported: formatMicros(sum(networks.map(({ reportedMicros }) => reportedMicros))),
        networks: networks.map(({ network, reportedMicros }) => ({
          network,
          reported: formatMicros(reportedMicros),
        })),
        carried: close.carried.map((change) => ({
          network: change.network,
          month: formatMonth(change.month),
          import: change.entry,
          amount: formatMicros(change.amountMicros),
        })),
        lines: close.lines.length,
        missing_days: missing.length,
        dry_run: request.dryRun === true,
      }
    }
    if (request.dryRun) return view(await decide(await services.settlement.read(account.id)))
    return changeSettlement(services, account, async (stored) => {
      const decided = await decide(stored)
      return async (writer) => {
        await writer.addClose(decided.close)
        return view(decided)
      }
    })
  },
  audit: ({ username, month, dryRun }, { entry, reported, missing_days }) =>
    dryRun
      ? []
      : [
          {
            action: 'month_closed',
            account: username,
            facts: { month, entry, reported, missing_days },
          },
        ],
})

/** How many missing days a refusal lists. */
const maxListed = 20

const revenueOf = ({ dailyMicros }: ClosedAppDays): bigint =>
  sum(dailyMicros.map((micros) => micros ?? 0n))

const toRevenue =
  (month: Day) =>
  (days: ClosedAppDays): AppRevenue => ({
    network: days.network,
    month,
    app: days.app,
    revenueMicros: revenueOf(days),
  })

/** @throws Refusal `month_not_over`, `month_closed`, `month_out_of_order` */
function refuseOrder(username: string, of: Day, today: Day, { closes }: StoredSettlement): void {
  const month = formatMonth(of)
  const lastDay = lastDayOfMonth(of)
  if (lastDay >= today) throw refuse('month_not_over', { month, over: formatDay(lastDay) })
  if (closes.some((close) => close.month === of)) throw refuse('month_closed', { username, month })
  const last = closes.at(-1)
  if (last && monthAfter(last.month) !== of) {
    const expected = formatMonth(monthAfter(last.month))
    throw refuse('month_out_of_order', { username, month, expected })
  }
}

/** Days that networks have not reported, as `2026-03-31 admob`. */
async function missingDays(
  services: Services,
  principal: Principal,
  days: DaySpan,
  today: Day,
  signal: AbortSignal,
): Promise<string[]> {
  const sources = { figures: services.figures, today: () => today }
  const missing = await findMissing(sources, principal, days, signal)
  return missing.map(({ day, network }) => `${formatDay(day)} ${network}`)
}

/** Revenue by network, app and day. */
async function readDays(
  services: Services,
  scope: DatedScope,
  days: DaySpan,
  signal: AbortSignal,
): Promise<ClosedAppDays[]> {
  const found = new Map<string, { network: string; app: number; dailyMicros: (bigint | null)[] }>()
  const asked = { dimensions: ['day', 'app', 'network'], metrics: ['revenue'] } as const
  await readAmountRows(services, scope, asked, [days], signal, ({ dimensions, amountsAt }) => {
    const { day, app, network } = dimensions
    return (row) => {
      const own = { network: network!.labels![network!.codes[row]!]!, app: app!.codes[row]! }
      const key = `${own.app} ${own.network}`
      const dailyMicros = found.get(key)?.dailyMicros ?? Array(dayCount(days)).fill(null)
      found.set(key, { ...own, dailyMicros })
      dailyMicros[day!.codes[row]! - days.firstDay] = amountsAt(row).revenueMicros
    }
  })
  return [...found.values()].sort((a, b) =>
    a.network === b.network ? a.app - b.app : a.network < b.network ? -1 : 1,
  )
}
