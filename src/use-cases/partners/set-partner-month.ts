import { Type } from 'typebox'
import { monthStateOf, partnerMonthStates } from '../../partners/partner.ts'
import { refuse } from '../../partners/refusals.ts'
import { formatMonth, lastDayOfMonth } from '../../values/months.ts'
import { login, oneOf } from '../fields.ts'
import { month, readMonth } from '../money/money-fields.ts'
import { useCase } from '../use-case.ts'
import { changeBook, findPartner, partnerIn } from './change-book.ts'
import { ofPartner } from './partner-fields.ts'
import { appsOfBook, toPartnerView } from './partner-view.ts'

/** Hides a month from a partner, or shows it as provisional. Approved months stay. */
export const setPartnerMonth = useCase({
  name: 'set-partner-month',
  request: { ...ofPartner, month, state: oneOf(partnerMonthStates), by: Type.Optional(login) },
  run: async (services, { account, partner: username, month: text, state }, { signal }) => {
    const network = await services.accounts.get(account)
    const month = readMonth(text)
    await changeBook(
      services,
      network,
      (book) => {
        const partner = partnerIn(book, network, username)
        if (monthStateOf(book, partner, month) === 'approved') {
          throw refuse('month_approved', { partner: username, month: formatMonth(month) })
        }
        return {
          days: { firstDay: month, lastDay: lastDayOfMonth(month) },
          write: (writer) => writer.setMonth(partner.id, month, state),
        }
      },
      signal,
    )
    const { book, partner } = await findPartner(services, { account, partner: username })
    return toPartnerView(book, partner, await appsOfBook(services, book))
  },
  audit: ({ account, partner, month, state }) => [
    { action: 'partner_month_set', account, facts: { partner, month, state } },
  ],
})
