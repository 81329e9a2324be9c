import { Type } from 'typebox'
import type { AuditFacts, AuditRecord } from '../../audit/audit-event.ts'
import { allFiguresOf } from '../../ledger/figure-ledger.ts'
import { maxPartners } from '../../partners/partner.ts'
import { refuse } from '../../partners/refusals.ts'
import type { Account } from '../../publishers/account.ts'
import { parseAmountMicros } from '../../settlement/line-bounds.ts'
import { login } from '../fields.ts'
import { percent, readPpm } from '../money/money-fields.ts'
import type { Services } from '../services.ts'
import { useCase } from '../use-case.ts'
import { changeBook, changeBy } from './change-book.ts'
import { ofPartner, settingsFields } from './partner-fields.ts'
import { appsOfBook, toPartnerView } from './partner-view.ts'

/** Makes an account the partner of another one: it is shown its share of that one's figures, and nothing else. */
export const addPartner = useCase({
  name: 'add-partner',
  request: {
    ...ofPartner,
    /** Its share of all revenue that no other rule is for. */
    percent,
    ...settingsFields,
    by: Type.Optional(login),
  },
  run: async (services, request, { signal }) => {
    const network = await services.accounts.get(request.account)
    const account = await services.accounts.get(request.partner)
    await refuseUnfit(services, network, account)
    const change = changeBy(services, request.by)
    await changeBook(
      services,
      network,
      (book) => {
        if (book.partners.some(({ username }) => username === account.username)) {
          const why = 'a partner that was deleted had this username. Choose another one'
          throw refuse('partner_refused', { partner: account.username, why })
        }
        if (book.partners.length >= maxPartners) {
          throw refuse('too_many_partners', { username: network.username, max: maxPartners })
        }
        return {
          // It has no apps yet.
          days: null,
          write: async (writer) => {
            // Another request may have joined them since.
            if (await writer.isNested(account)) {
              const why = 'it has partners itself, or one of both is a partner already'
              throw refuse('partner_refused', { partner: account.username, why })
            }
            const id = await writer.addPartner(
              account,
              {
                name: request.name ?? account.username,
                showsGross: request.showsGross ?? false,
                newMonths: request.newMonths ?? 'provisional',
                netDays: request.netDays ?? 30,
                minimumPayoutMicros: parseAmountMicros(request.minimumPayout ?? '0')!,
                taxNote: request.taxNote || null,
              },
              change,
            )
            await writer.addRule(
              {
                partnerId: id,
                number: nextNumber(book.rules),
                terms: {
                  kind: 'percent',
                  percentUnits: readPpm(request.percent)!,
                  floorEcpmMicros: null,
                },
                app: null,
                network: null,
                country: null,
                format: null,
                firstDay: null,
                lastDay: null,
                reason: null,
              },
              change,
            )
          },
        }
      },
      signal,
    )
    const book = await services.shareBooks.read(network.id)
    const added = book.partners.find(({ accountId }) => accountId === account.id)!
    return toPartnerView(book, added, await appsOfBook(services, book))
  },
  // A partner does not see the terms of its share.
  audit: ({ account, partner, percent }) => [
    added(account, { partner, share: `${percent} %` }),
    added(partner, { network: account }),
  ],
})

const added = (account: string, facts: AuditFacts): AuditRecord => ({
  action: 'partner_added',
  account,
  facts,
})

/** The number of a network's next rule. */
export const nextNumber = (rules: readonly { readonly number: number }[]): number =>
  rules.reduce((most, { number }) => Math.max(most, number), 0) + 1

/** @throws Refusal `partner_refused` for an account that has figures, partners or a network already */
async function refuseUnfit(
  { ledger, shareBooks }: Services,
  network: Account,
  account: Account,
): Promise<void> {
  const refused = (why: string) => refuse('partner_refused', { partner: account.username, why })
  if (account.id === network.id) throw refused('it is the same account')
  if (account.currency !== network.currency) {
    throw refused(`its currency is ${account.currency}, and figures are in ${network.currency}`)
  }
  if (await shareBooks.partnerOf(account.id)) throw refused('it is a partner already')
  if (await shareBooks.partnerOf(network.id)) {
    throw refused(`${network.username} is a partner itself`)
  }
  const { partners } = await shareBooks.read(account.id)
  if (partners.length > 0) throw refused('it has partners itself')
  if ((await ledger.span(allFiguresOf(account.id))) !== null) {
    throw refused('it has figures of its own. Choose an account without figures')
  }
}
