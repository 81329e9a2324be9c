import { Type } from 'typebox'
import { refuse } from '../../partners/refusals.ts'
import { parseAmountMicros } from '../../settlement/line-bounds.ts'
import { formatMonth } from '../../values/months.ts'
import { factsOf } from '../audit-facts.ts'
import { login } from '../fields.ts'
import { useCase } from '../use-case.ts'
import { changeBook, findPartner, partnerIn } from './change-book.ts'
import { ofPartner, settingsFields } from './partner-fields.ts'
import { appsOfBook, toPartnerView } from './partner-view.ts'

/** Changes settings of a partner. Absent ones stay. Statements that were issued stay too. */
export const setPartner = useCase({
  name: 'set-partner',
  request: { ...ofPartner, ...settingsFields, by: Type.Optional(login) },
  run: async (services, { account, partner: username, ...given }, { signal }) => {
    const network = await services.accounts.get(account)
    await changeBook(
      services,
      network,
      (book) => {
        const partner = partnerIn(book, network, username)
        const newMonths = given.newMonths ?? partner.newMonths
        const settings = {
          name: given.name ?? partner.name,
          showsGross: given.showsGross ?? partner.showsGross,
          newMonths,
          netDays: given.netDays ?? partner.netDays,
          minimumPayoutMicros:
            given.minimumPayout === undefined
              ? partner.minimumPayoutMicros
              : parseAmountMicros(given.minimumPayout)!,
          taxNote: given.taxNote === undefined ? partner.taxNote : given.taxNote || null,
        }
        return {
          days: newMonths === partner.newMonths ? null : {},
          write: (writer) => writer.setPartner(partner.id, settings),
        }
      },
      signal,
    )
    const { book, partner } = await findPartner(services, { account, partner: username })
    return toPartnerView(book, partner, await appsOfBook(services, book))
  },
  audit: ({ account, partner, by: _, ...settings }) => [
    { action: 'partner_changed', account, facts: factsOf({ partner, ...settings }) },
  ],
})

/** Ends a partnership that has no statement yet. The account keeps its figures as its own. */
export const removePartner = useCase({
  name: 'remove-partner',
  request: ofPartner,
  run: async (services, { account, partner: username }, { signal }) => {
    const network = await services.accounts.get(account)
    await changeBook(
      services,
      network,
      (book) => {
        const partner = partnerIn(book, network, username)
        const approved = book.approved.find(({ partnerId }) => partnerId === partner.id)
        if (approved) {
          throw refuse('month_approved', { partner: username, month: formatMonth(approved.month) })
        }
        return { days: {}, write: (writer) => writer.removePartner(partner) }
      },
      signal,
    )
    return { account, partner: username }
  },
  audit: ({ account, partner }) => [{ action: 'partner_removed', account, facts: { partner } }],
})
