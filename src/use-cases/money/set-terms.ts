import { Type } from 'typebox'
import type { StoredSettlement } from '../../records/settlement/settlement-store.ts'
import { parseAmountMicros } from '../../settlement/line-bounds.ts'
import { refuse } from '../../settlement/refusals.ts'
import { type DatedTerms, termsFor } from '../../settlement/terms.ts'
import { usualTermsFor } from '../../settlement/usual-terms.ts'
import type { Day } from '../../values/day.ts'
import { formatMonth } from '../../values/months.ts'
import { currency, identifier, username, wholeNumber } from '../fields.ts'
import { appKeys, appsOfUser } from '../key-scope.ts'
import { refuseUnknown } from '../networks/known-networks.ts'
import { useCase } from '../use-case.ts'
import { changeSettlement } from './change-settlement.ts'
import { amountFromZero, month, percent, readMonth, readPpm } from './money-fields.ts'
import { toTermsView } from './terms-view.ts'

const place = {
  username,
  network: identifier,
  /** The first month that they hold for. */
  from: month,
}

/** Sets how a network pays from a month on. What is absent stays as it was for that month. */
export const setTerms = useCase({
  name: 'set-terms',
  request: {
    ...place,
    netDays: Type.Optional(wholeNumber(0, 365)),
    minimum: Type.Optional(amountFromZero),
    currency: Type.Optional(currency),
    feePercent: Type.Optional(percent),
    fixedFee: Type.Optional(amountFromZero),
    withholdingPercent: Type.Optional(percent),
    apps: Type.Optional(appsOfUser),
  },
  run: async (services, { username, network, from: fromMonth, ...given }) => {
    const account = await services.accounts.get(username)
    await refuseUnknown(network, account.id, services)
    const from = readMonth(fromMonth)
    const apps = given.apps && (await appKeys(given.apps, account, services.apps))
    const terms = await changeSettlement(services, account, async (stored) => {
      refuseClosed(username, network, from, stored)
      const before = termsFor(stored.terms, usualTermsFor(account.currency), network, from) ?? {
        ...unknownTerms,
        currency: account.currency,
      }
      const terms: DatedTerms = {
        network,
        from,
        netDays: given.netDays ?? before.netDays,
        minimumMicros: read(given.minimum) ?? before.minimumMicros,
        currency: given.currency ?? before.currency,
        feePpm: given.feePercent === undefined ? before.feePpm : readPpm(given.feePercent)!,
        fixedFeeMicros: read(given.fixedFee) ?? before.fixedFeeMicros,
        withholdingPpm:
          given.withholdingPercent === undefined
            ? before.withholdingPpm
            : readPpm(given.withholdingPercent)!,
        apps: apps === undefined ? before.apps : apps,
      }
      return async (writer) => {
        await writer.putTerms(terms)
        return terms
      }
    })
    return toTermsView(network, terms, services)
  },
  audit: ({ username, network, from }, { net_days, currency }) => [
    { action: 'terms_set', account: username, facts: { network, from, net_days, currency } },
  ],
})

/** Removes the terms of a network that were set from a month on: those before hold again. */
export const removeTerms = useCase({
  name: 'remove-terms',
  request: place,
  run: async (services, { username, network, from: fromMonth }) => {
    const account = await services.accounts.get(username)
    const from = readMonth(fromMonth)
    const terms = await changeSettlement(services, account, async (stored) => {
      const terms = stored.terms.find((one) => one.network === network && one.from === from)
      if (!terms) throw refuse('unknown_terms', { network, from: fromMonth })
      refuseClosed(username, network, from, stored)
      return async (writer) => {
        await writer.removeTerms(network, from)
        return terms
      }
    })
    return toTermsView(network, terms, services)
  },
  audit: ({ username, network, from }) => [
    { action: 'terms_removed', account: username, facts: { network, from } },
  ],
})

/** Of networks that Adtally knows nothing of. */
const unknownTerms = {
  netDays: 30,
  minimumMicros: 0n,
  feePpm: 0,
  fixedFeeMicros: 0n,
  withholdingPpm: 0,
  apps: null,
}

const read = (text: string | undefined): bigint | null =>
  text === undefined ? null : parseAmountMicros(text)

/** @throws Refusal `terms_of_closed_month` */
function refuseClosed(username: string, network: string, from: Day, { closes }: StoredSettlement) {
  const last = closes.at(-1)
  if (!last || last.month < from) return
  const closed = formatMonth(last.month)
  throw refuse('terms_of_closed_month', { username, network, from: formatMonth(from), closed })
}
