import { username } from '../fields.ts'
import { readsOnly, useCase } from '../use-case.ts'
import { findPartner } from './change-book.ts'
import { ofPartner } from './partner-fields.ts'
import { appsOfBook, toPartnerView } from './partner-view.ts'

/** Lists the partners of a network, by username. */
export const listPartners = useCase({
  name: 'list-partners',
  request: { account: username },
  run: async (services, { account }) => {
    const { id } = await services.accounts.get(account)
    const book = await services.shareBooks.read(id)
    const apps = await appsOfBook(services, book)
    return book.partners.map((partner) => toPartnerView(book, partner, apps))
  },
  audit: readsOnly,
})

/** Shows a partner: its settings, apps, shares and months. */
export const showPartner = useCase({
  name: 'show-partner',
  request: ofPartner,
  run: async (services, request) => {
    const { book, partner } = await findPartner(services, request)
    return toPartnerView(book, partner, await appsOfBook(services, book))
  },
  audit: readsOnly,
})
