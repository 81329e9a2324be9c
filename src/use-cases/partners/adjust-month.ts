import { Type } from 'typebox'
import type { PartnerAdjustment } from '../../partners/owed.ts'
import { refuse } from '../../partners/refusals.ts'
import { parseAmountMicros } from '../../settlement/line-bounds.ts'
import { formatMicros } from '../../values/decimal.ts'
import { formatMonth } from '../../values/months.ts'
import { login, oneOf, recordId } from '../fields.ts'
import { amount, month, readMonth } from '../money/money-fields.ts'
import { readsOnly, useCase } from '../use-case.ts'
import { changeBook, changeBy, findPartner, partnerIn } from './change-book.ts'
import { ofPartner, reason } from './partner-fields.ts'

/** Of a partner's month. */
const maxAdjustments = 500

/** An amount that a month's statement adds. Amounts are in the currency itself. */
export interface AdjustmentView {
  readonly id: number
  readonly month: string
  readonly kind: 'adjustment' | 'minimum'
  readonly amount: string
  readonly reason: string
}

const toView = ({ id, month, kind, amountMicros, reason }: PartnerAdjustment): AdjustmentView => ({
  id,
  month: formatMonth(month),
  kind,
  amount: formatMicros(amountMicros),
  reason,
})

/** Adds an amount to the next statement of a month, or a least amount that its shares are brought up to. */
export const adjustMonth = useCase({
  name: 'adjust-month',
  request: {
    ...ofPartner,
    month,
    /** An `adjustment` when absent. */
    kind: Type.Optional(oneOf(['adjustment', 'minimum'])),
    amount,
    reason,
    by: Type.Optional(login),
  },
  run: async (services, { account, partner: username, ...given }, { signal }) => {
    const network = await services.accounts.get(account)
    const month = readMonth(given.month)
    return changeBook(
      services,
      network,
      async (book) => {
        const partner = partnerIn(book, network, username)
        const isOfMonth = (one: { partnerId: number; month: number }) =>
          one.partnerId === partner.id && one.month === month
        if (book.approved.some(isOfMonth)) {
          throw refuse('month_approved', { partner: username, month: given.month })
        }
        const all = await services.partnerStatements.adjustments([partner.id])
        if (all.filter(isOfMonth).length >= maxAdjustments) {
          const facts = { partner: username, month: given.month, max: maxAdjustments }
          throw refuse('too_many_adjustments', facts)
        }
        const adjustment = {
          partnerId: partner.id,
          month,
          kind: given.kind ?? 'adjustment',
          amountMicros: parseAmountMicros(given.amount)!,
          reason: given.reason,
        } as const
        return {
          days: null,
          write: async (writer) => {
            const id = await writer.addAdjustment(adjustment, changeBy(services, given.by))
            return toView({ id, ...adjustment })
          },
        }
      },
      signal,
    )
  },
  audit: ({ account, partner, month, kind, amount, reason }) => [
    {
      action: 'partner_adjusted',
      account,
      facts: { partner, month, kind: kind ?? 'adjustment', amount, reason },
    },
  ],
})

/** Removes an amount that no statement has yet. */
export const removeAdjustment = useCase({
  name: 'remove-adjustment',
  request: { ...ofPartner, id: recordId },
  run: async (services, { account, partner: username, id }, { signal }) => {
    const network = await services.accounts.get(account)
    return changeBook(
      services,
      network,
      async (book) => {
        const partner = partnerIn(book, network, username)
        const all = await services.partnerStatements.adjustments([partner.id])
        const found = all.find((one) => one.id === id)
        const isIssued = book.approved.some(
          (one) => one.partnerId === partner.id && one.month === found?.month,
        )
        if (!found || isIssued) throw refuse('unknown_adjustment', { id })
        return {
          days: null,
          write: async (writer) => {
            await writer.removeAdjustment(id)
            return toView(found)
          },
        }
      },
      signal,
    )
  },
  audit: ({ account, partner }, { month, amount }) => [
    { action: 'adjustment_removed', account, facts: { partner, month, amount } },
  ],
})

/** Lists the amounts of a partner's months, also those that statements have. */
export const listAdjustments = useCase({
  name: 'list-adjustments',
  request: ofPartner,
  run: async (services, request) => {
    const { partner } = await findPartner(services, request)
    return (await services.partnerStatements.adjustments([partner.id])).map(toView)
  },
  audit: readsOnly,
})
