import { parseAmountMicros } from '../settlement/line-bounds.ts'
import { wholePpm } from '../settlement/terms.ts'
import { closeMonth } from '../use-cases/money/close-month.ts'
import { addStatement } from '../use-cases/money/import-statements.ts'
import { listLines } from '../use-cases/money/list-lines.ts'
import type { MoneyView } from '../use-cases/money/money-view.ts'
import { setTerms } from '../use-cases/money/set-terms.ts'
import { showMoney } from '../use-cases/money/show-money.ts'
import { addOwnRates } from '../use-cases/rates/add-own-rates.ts'
import type { Call } from '../use-cases/use-case.ts'
import { addDays, type Day } from '../values/day.ts'
import { formatMicros } from '../values/decimal.ts'
import { firstDayOfMonth, formatMonth, monthsBefore, parseMonth } from '../values/months.ts'
import { Refusal } from '../values/refusal.ts'
import { demoRates } from './demo-rates.ts'
import type { DemoSize } from './demo-size.ts'
import { demoTerms, foreignCurrency } from './payers.ts'
import { demoLines, type ReportedMonth, statementFiles } from './statements.ts'

const username = 'demo'

/** Months are closed so many months later. */
const closedMonthsAgo = 3

interface MoneyServices {
  readonly call: Call
  readonly today: Day
}

/**
 * Adds statements and payments of the days since the last installation, and closes months.
 *
 * @param firstDay days before it have their lines, unless there are none at all
 */
export async function installMoney(
  size: DemoSize,
  firstDay: Day,
  services: MoneyServices,
): Promise<void> {
  const { call, today } = services
  const known = await call(listLines, { username, limit: 10_000 })
  const isFirst = known.length === 0
  const { months, states } = await call(showMoney, { username })
  const stored = new Set(known.map(({ kind, reference }) => `${kind} ${reference}`))
  const lines = demoLines(months.flatMap(toReported), size, today, isFirst).filter(
    ({ kind, reference, day }) =>
      (isFirst || day >= firstDay) && !stored.has(`${kind} ${reference}`),
  )
  if (isFirst && lines.length === 0) return
  try {
    if (size.currency === 'USD') await addRates(isFirst ? lines[0]!.day : firstDay, services)
    if (isFirst) {
      const networks = new Set(months.map(({ network }) => network))
      for (const network of networks) await addTerms(network, states[0]!.month, size, services)
    }
    for (const file of statementFiles(lines)) {
      await call(addStatement, { account: username, file })
    }
    await closeMonths(states, services)
  } catch (error) {
    // Statements and terms that a user of the demo added may contradict these.
    if (!(error instanceof Refusal)) throw error
  }
}

const toReported = ({ network, month, reported }: MoneyView['months'][number]): ReportedMonth[] =>
  reported === null
    ? []
    : [{ network, month: parseMonth(month)!, reportedMicros: parseAmountMicros(reported)! }]

/** Accounts in dollars have no other use for rates. */
async function addRates(firstDay: Day, { call, today }: MoneyServices): Promise<void> {
  const rates = demoRates(foreignCurrency('USD'), { firstDay, lastDay: addDays(today, -1) })
  const file = { name: 'demo-rates.csv', text: [...rates].join('') }
  await call(addOwnRates, { username, file })
}

async function addTerms(network: string, from: string, size: DemoSize, { call }: MoneyServices) {
  const terms = demoTerms(network, size)
  await call(setTerms, {
    username,
    network,
    from,
    netDays: terms.netDays,
    minimum: formatMicros(terms.minimumMicros),
    currency: terms.currency,
    feePercent: toPercent(terms.feePpm),
    fixedFee: formatMicros(terms.fixedFeeMicros),
    withholdingPercent: toPercent(terms.withholdingPpm),
  })
}

const toPercent = (ppm: number): string => String((ppm * 100) / wholePpm)

async function closeMonths(
  states: MoneyView['states'],
  { call, today }: MoneyServices,
): Promise<void> {
  const last = formatMonth(monthsBefore(firstDayOfMonth(today), closedMonthsAgo))
  const closed = states.findLast(({ state }) => state !== 'open')?.month ?? ''
  for (const { month } of states) {
    if (month <= closed || month > last) continue
    // Networks of the demo have outages.
    await call(closeMonth, { username, month, allowMissing: true })
  }
}
