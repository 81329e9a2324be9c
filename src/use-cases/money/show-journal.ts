import { Type } from 'typebox'
import { journal } from '../../settlement/journal.ts'
import { formatDay } from '../../values/day.ts'
import { formatMicros } from '../../values/decimal.ts'
import { username } from '../fields.ts'
import { refuse } from '../refusals.ts'
import { readsOnly, useCase } from '../use-case.ts'
import { month, readMonth } from './money-fields.ts'
import { openBooks } from './open-books.ts'

/** A side of an event: one of `debit` and `credit` is 0. */
export interface JournalLineView {
  readonly date: string
  readonly account: string
  readonly debit: string
  readonly credit: string
  readonly currency: string
  readonly reference: string
}

/** The journal of closed months: two sides that are always equal, in the account's currency. */
export const showJournal = useCase({
  name: 'show-journal',
  request: {
    username,
    /** The first month whose close is told. */
    from: Type.Optional(month),
    to: Type.Optional(month),
  },
  audit: readsOnly,
  run: async (services, { username, from, to }, { signal }): Promise<JournalLineView[]> => {
    if (from !== undefined && to !== undefined && to < from) {
      throw refuse('months_reversed', { start: from, end: to })
    }
    const account = await services.accounts.get(username)
    const { months, stored } = await openBooks(services, account, signal)
    const [first, last] = [from && readMonth(from), to && readMonth(to)]
    const lines = journal(
      stored.closes,
      months,
      stored.lines,
      (of) => of >= (first || Number.NEGATIVE_INFINITY) && of <= (last || Number.POSITIVE_INFINITY),
    )
    return lines.map((line) => ({
      date: formatDay(line.day),
      account: `${line.account}:${line.network}`,
      debit: formatMicros(line.debitMicros),
      credit: formatMicros(line.creditMicros),
      currency: account.currency,
      reference: line.reference,
    }))
  },
})
