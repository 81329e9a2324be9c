import { silentDays } from '../../insight/reported.ts'
import { type Freshness, freshnessOf } from '../../ledger/finality.ts'
import type { Channel } from '../../messages/channel.ts'
import { type Message, messageId } from '../../messages/message.ts'
import type { Account } from '../../publishers/account.ts'
import { addDays, type Day, dayOf, formatDay } from '../../values/day.ts'
import { formatMonth } from '../../values/months.ts'
import type { Services } from '../services.ts'

type Sources = Pick<
  Services,
  'accounts' | 'channels' | 'finality' | 'ledger' | 'messageProgress' | 'now' | 'settlement'
>

/** No network's figures are final later. */
const lookBackDays = 62
const recentMs = 3 * 86_400_000

/** Writes that days became final, and that months were closed. The same ones may be found again: each is told once. */
export async function writeDayMessages(services: Sources, signal: AbortSignal): Promise<void> {
  const wanting = await services.channels.wanting(['day.final', 'month.closed'])
  for (const [accountId, channels] of Map.groupBy(wanting, (one) => one.accountId)) {
    signal.throwIfAborted()
    const account = await services.accounts.byId(accountId)
    if (!account) continue
    const sinceMs = Math.min(...channels.map(({ createdAtMs }) => createdAtMs))
    const wants = (type: Channel['events'][number]) =>
      channels.some(({ events }) => events.includes(type))
    await services.messageProgress.write([
      ...(wants('day.final') ? await finalDays(services, account) : []),
      ...(wants('month.closed') ? await closedMonths(services, account, sinceMs) : []),
    ])
  }
}

/** The days whose figures are final today, and were not the day before yesterday. */
async function finalDays({ ledger, finality, now }: Sources, account: Account): Promise<Message[]> {
  const nowMs = now().getTime()
  const today = dayOf(nowMs)
  const days = { firstDay: addDays(today, -lookBackDays), lastDay: addDays(today, -1) }
  const scope = { account: account.id, apps: null }
  const [reported, rules, identity] = await Promise.all([
    ledger.reportedDays(scope, days),
    finality.all(account.id),
    ledger.identity(),
  ])
  const inUse = (at: Day) => [
    ...new Set(
      reported.filter(({ day }) => day >= addDays(at, -silentDays)).map(({ network }) => network),
    ),
  ]
  const finalOn = (at: Day) => {
    const found = freshnessOf(days, at, inUse(today), reported, rules)
    return new Set(
      [...Map.groupBy(found, ({ day }) => day)]
        .filter(
          ([day, ofDay]) => ofDay.some(isFinal) && ofDay.every((one) => isOver(one, at - day)),
        )
        .map(([day]) => day),
    )
  }
  const before = finalOn(addDays(today, -2))
  return [...finalOn(today)]
    .filter((day) => !before.has(day))
    .map((day) => ({
      id: messageId('day.final', identity, account.id, day),
      accountId: account.id,
      type: 'day.final',
      madeAtMs: nowMs,
      data: { account: account.username, date: formatDay(day) },
      subject: `${formatDay(day)} is final in ${account.username}`,
      text: 'Its networks restate this day no more.',
      rich: null,
      app: null,
      channel: null,
    }))
}

const isFinal = ({ status }: Freshness): boolean => status === 'final'
/** A day that a network did not report in time stays missing. */
const isOver = ({ status, finalAfterDays }: Freshness, age: number): boolean =>
  status === 'final' || (status === 'missing' && age >= finalAfterDays)

async function closedMonths(
  { settlement, now }: Sources,
  account: Account,
  sinceMs: number,
): Promise<Message[]> {
  const { closes } = await settlement.read(account.id)
  return closes
    .filter(({ closedAtMs }) => closedAtMs >= Math.max(sinceMs, now().getTime() - recentMs))
    .map(({ month, closedAtMs, currency, entry }) => ({
      id: messageId('month.closed', account.id, month, closedAtMs),
      accountId: account.id,
      type: 'month.closed',
      madeAtMs: closedAtMs,
      data: { account: account.username, month: formatMonth(month), currency, import: entry },
      subject: `${formatMonth(month)} is closed in ${account.username}`,
      text: 'Later changes of its figures are booked with the next month.',
      rich: null,
      app: null,
      channel: null,
    }))
}
