import { Type } from 'typebox'
import { sum } from '../../settlement/amounts.ts'
import { parseAmountMicros } from '../../settlement/line-bounds.ts'
import { refuse } from '../../settlement/refusals.ts'
import type { LinePart, StatementLine } from '../../settlement/statement-line.ts'
import { formatMicros } from '../../values/decimal.ts'
import { formatMonth } from '../../values/months.ts'
import { appId, identifier, listOf, recordId, username } from '../fields.ts'
import { appKeys } from '../key-scope.ts'
import { refuseUnknown } from '../networks/known-networks.ts'
import type { Services } from '../services.ts'
import { useCase } from '../use-case.ts'
import { appIdsOfLines } from './app-ids.ts'
import { changeSettlement } from './change-settlement.ts'
import { LineIndex } from './line-index.ts'
import { amount, month, readMonth } from './money-fields.ts'
import { openBooks } from './open-books.ts'
import { currencyOf } from './plan-lines.ts'
import { toLineView } from './statement-view.ts'

const maxParts = 100

const part = Type.Object(
  {
    network: identifier,
    month,
    /** All of the network when absent. */
    appId: Type.Optional(appId),
    /** All of the line when absent. */
    amount: Type.Optional(amount),
  },
  {
    additionalProperties: false,
    description: 'a network and month, with an amount where there are several',
  },
)

/** Says what a line is for: networks, months and amounts that add up to the line's. */
export const assignLine = useCase({
  name: 'assign-line',
  request: { username, id: recordId, parts: listOf(part, maxParts) },
  run: async (services, { username, id, parts }, { signal }) => {
    const account = await services.accounts.get(username)
    for (const network of new Set(parts.map((one) => one.network))) {
      await refuseUnknown(network, account.id, services)
    }
    const assigned = await changeSettlement(services, account, async (stored) => {
      const line = findOpenLine(username, id, stored.lines)
      const given: LinePart[] = []
      for (const { network, month, appId, amount } of parts) {
        const keys = appId === undefined ? [] : await appKeys([appId], account, services.apps)
        const amountMicros = amount === undefined ? line.amountMicros : parseAmountMicros(amount)!
        given.push({ network, month: readMonth(month), app: keys[0] ?? null, amountMicros })
      }
      refuseOtherSum(line, given)
      const { books } = await openBooks(services, account, signal, stored)
      const known = new LineIndex(stored.lines.filter((other) => other.id !== id))
      for (const one of given) {
        const expected = currencyOf(one, known, { books })
        if (expected === undefined || expected === line.currency) continue
        const place = { network: one.network, month: formatMonth(one.month) }
        throw refuse('currency_refused', { ...place, currency: line.currency, expected })
      }
      const twice = known.countedTwice({ kind: line.kind, parts: given })
      if (twice) {
        const [{ network, month }] = twice.parts as [LinePart]
        throw refuse('in_opening', { network, month: formatMonth(month), kind: twice.kind })
      }
      return async (writer) => {
        await writer.assign(id, given)
        return { ...line, parts: given }
      }
    })
    return viewOf(assigned, services)
  },
  audit: ({ username }, { id, parts }) => [
    {
      action: 'line_assigned',
      account: username,
      facts: {
        line: id,
        parts: parts.map((one) => `${one.network} ${one.month} ${one.amount}`),
      },
    },
  ],
})

/** @throws Refusal `unknown_line`; `line_booked` when a close uses it */
export function findOpenLine(
  username: string,
  id: number,
  lines: readonly StatementLine[],
): StatementLine {
  const line = lines.find((one) => one.id === id)
  if (!line) throw refuse('unknown_line', { username, id })
  if (line.bookedIn !== null) throw refuse('line_booked', { id, month: formatMonth(line.bookedIn) })
  return line
}

function refuseOtherSum({ id, amountMicros, currency }: StatementLine, parts: readonly LinePart[]) {
  const total = sum(parts.map((one) => one.amountMicros))
  if (total === amountMicros) return
  const [amount, other] = [formatMicros(amountMicros), formatMicros(total)]
  throw refuse('parts_refused', { id, amount, sum: other, currency })
}

export const viewOf = async (line: StatementLine, services: Pick<Services, 'apps'>) =>
  toLineView(line, await appIdsOfLines([line], services))
