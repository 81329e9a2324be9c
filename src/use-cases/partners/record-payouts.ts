import { Type } from 'typebox'
import { refuse } from '../../partners/refusals.ts'
import { parseAmountMicros } from '../../settlement/line-bounds.ts'
import { parseDay } from '../../values/day.ts'
import { day, login, text } from '../fields.ts'
import { amountAboveZero } from '../money/money-fields.ts'
import { useCase } from '../use-case.ts'
import { auditedAccounts, changeBy, findPartner } from './change-book.ts'
import { ofPartner } from './partner-fields.ts'
import { toPayoutView } from './statement-view.ts'

const reference = text(200, 'the reference of a payment')
/** Those of imported payments have their day and amount, too. */
const recordedReference = text(300, 'the reference of a payment')

/** Records that a partner was paid. The oldest statements are paid first. */
export const recordPayout = useCase({
  name: 'record-payout',
  request: {
    ...ofPartner,
    amount: amountAboveZero,
    date: day,
    reference,
    by: Type.Optional(login),
  },
  run: async (services, request) => {
    const { partner } = await findPartner(services, request)
    const payout = {
      partnerId: partner.id,
      day: parseDay(request.date)!,
      amountMicros: parseAmountMicros(request.amount)!,
      reference: request.reference,
    }
    const added = await services.partnerStatements.addPayouts(
      [payout],
      changeBy(services, request.by),
    )
    if (added.length === 0) {
      throw refuse('payout_known', { partner: partner.username, reference: request.reference })
    }
    return toPayoutView(partner, payout)
  },
  audit: async ({ account, partner, amount, date, reference }, _, services) =>
    (await auditedAccounts(services, { account, partner })).map((one) => ({
      action: 'payouts_recorded',
      account: one,
      facts: { partner, amount, date, reference },
    })),
})

/** Removes a payout that was recorded by mistake. */
export const removePayout = useCase({
  name: 'remove-payout',
  request: { ...ofPartner, reference: recordedReference },
  run: async (services, request) => {
    const { partner } = await findPartner(services, request)
    const { partnerStatements } = services
    const payouts = await partnerStatements.payouts([partner.id])
    const found = payouts.find((one) => one.reference === request.reference)
    if (!found || !(await partnerStatements.removePayout(partner.id, request.reference))) {
      throw refuse('unknown_payout', { partner: partner.username, reference: request.reference })
    }
    return toPayoutView(partner, found)
  },
  audit: async ({ account, partner, reference }, { amount }, services) =>
    (await auditedAccounts(services, { account, partner })).map((one) => ({
      action: 'payout_removed',
      account: one,
      facts: { partner, amount, reference },
    })),
})
