import { Type } from 'typebox'
import { formatDay } from '../../values/day.ts'
import { formatMicros } from '../../values/decimal.ts'
import { username } from '../fields.ts'
import { refuse } from '../refusals.ts'
import { readsOnly, useCase } from '../use-case.ts'
import { month, readMonth } from './money-fields.ts'

/** A line of the journal: one of `debit` and `credit` is 0. */
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
  run: async ({ accounts, settlement }, { username, from, to }): Promise<JournalLineView[]> => {
    if (from !== undefined && to !== undefined && to < from) {
      throw refuse('months_reversed', { start: from, end: to })
    }
    const account = await accounts.get(username)
    const lines = await settlement.journal(account.id, {
      from: from === undefined ? null : readMonth(from),
      to: to === undefined ? null : readMonth(to),
    })
    return lines.map((line) => ({
      date: formatDay(line.day),
      account: `${line.account}:${line.network}`,
      debit: formatMicros(line.amountMicros > 0n ? line.amountMicros : 0n),
      credit: formatMicros(line.amountMicros < 0n ? -line.amountMicros : 0n),
      currency: account.currency,
      reference: line.reference,
    }))
  },
})
