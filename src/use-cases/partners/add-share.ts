import { Type } from 'typebox'
import { maxRulesOfPartner, type Partner, type ShareBook } from '../../partners/partner.ts'
import { refuse } from '../../partners/refusals.ts'
import {
  commonDays,
  findTie,
  hasSameConditions,
  type RuleDays,
  rulesOf,
  type ShareConditions,
  type ShareRule,
  type ShareTerms,
  termsText,
} from '../../partners/share-rule.ts'
import { parseAmountMicros } from '../../settlement/line-bounds.ts'
import { addDays } from '../../values/day.ts'
import { factsOf } from '../audit-facts.ts'
import { appId, country, day, dryRun, flag, identifier, login, wholeNumber } from '../fields.ts'
import { findApp } from '../find-app.ts'
import { percent, readPpm } from '../money/money-fields.ts'
import { refuse as refuseField } from '../refusals.ts'
import type { Services } from '../services.ts'
import { type RequestOf, useCase } from '../use-case.ts'
import { nextNumber } from './add-partner.ts'
import { daysOf, spanOf } from './assign-app.ts'
import { changeBook, changeBy, findPartner, partnerIn } from './change-book.ts'
import { ecpm, ofPartner, reason } from './partner-fields.ts'
import { appsOfBook, type ShareView, toShareView } from './partner-view.ts'
import { type ChangedMonth, previewShares } from './preview-shares.ts'

const request = {
  ...ofPartner,
  /** Of revenue; absent with a fixed eCPM. */
  percent: Type.Optional(percent),
  /** The fixed eCPM without a percentage, and the least one with it. */
  ecpm: Type.Optional(ecpm),
  appId: Type.Optional(appId),
  network: Type.Optional(identifier),
  country: Type.Optional(country),
  format: Type.Optional(identifier),
  from: Type.Optional(day),
  to: Type.Optional(day),
  reason: Type.Optional(reason),
  /** Takes the place of rules with the same conditions, on its days. */
  replace: flag,
  dryRun,
  by: Type.Optional(login),
}

/** The rules that hold after a change, and the months whose net figures it changes. */
export interface ChangedShares {
  readonly partner: string
  readonly shares: readonly ShareView[]
  /** Approved months stay as they are, and are left out. Null where nothing was asked. */
  readonly months: readonly ChangedMonth[] | null
}

/** Adds a rule for a partner's share. With `dryRun`, only tells what it would change. */
export const addShare = useCase({
  name: 'add-share',
  request,
  run: async (services, given, { signal }): Promise<ChangedShares> => {
    const { network, book: before } = await findPartner(services, given)
    const target = { account: network, creates: false, apps: null }
    const app =
      given.appId === undefined ? null : (await findApp(services.apps, given.appId, target)).key
    const days = daysOf(given)
    const rule = {
      terms: termsOf(given),
      app,
      network: given.network ?? null,
      country: given.country ?? null,
      format: given.format ?? null,
      ...days,
      reason: given.reason ?? null,
    }
    const change = changeBy(services, given.by)
    const planOn = (book: ShareBook) =>
      planAdding(book, partnerIn(book, network, given.partner), rule, given.replace === true)
    if (given.dryRun === true) {
      const after = applied(before, planOn(before))
      return changed(services, after, given.partner, {
        months: await previewShares(services, { before, after, days }, signal),
      })
    }
    await changeBook(
      services,
      network,
      (book) => {
        const { ended, added } = planOn(book)
        return {
          days: spanOf(days),
          write: async (writer) => {
            for (const one of ended) await writer.endRule(one, change)
            for (const one of added) await writer.addRule(one, change)
          },
        }
      },
      signal,
    )
    return changed(services, await services.shareBooks.read(network.id), given.partner)
  },
  audit: ({ dryRun, account, partner, by: _, replace: _replace, ...rule }) =>
    dryRun === true
      ? []
      : [{ action: 'share_added', account, facts: factsOf({ ...rule, partner }) }],
})

/** Ends a rule, as if it never had been, for all months that are not approved. */
export const endShare = useCase({
  name: 'end-share',
  request: {
    ...ofPartner,
    number: wholeNumber(1, 1_000_000),
    dryRun,
    by: Type.Optional(login),
  },
  run: async (services, given, { signal }): Promise<ChangedShares> => {
    const { network, book: before } = await findPartner(services, given)
    const change = changeBy(services, given.by)
    const find = (book: ShareBook) => {
      const partner = partnerIn(book, network, given.partner)
      const rules = rulesOf(book.rules, null).filter(({ partnerId }) => partnerId === partner.id)
      const rule = rules.find(({ number }) => number === given.number)
      if (!rule) throw refuse('unknown_share', { partner: given.partner, number: given.number })
      refuseTie(
        given.partner,
        rules.filter((one) => one !== rule),
      )
      return rule
    }
    const found = find(before)
    if (given.dryRun === true) {
      const after = applied(before, { ended: [found], added: [] })
      return changed(services, after, given.partner, {
        months: await previewShares(services, { before, after, days: found }, signal),
      })
    }
    await changeBook(
      services,
      network,
      (book) => {
        const rule = find(book)
        return { days: spanOf(rule), write: (writer) => writer.endRule(rule, change) }
      },
      signal,
    )
    return changed(services, await services.shareBooks.read(network.id), given.partner)
  },
  audit: ({ dryRun, account, partner, number }) =>
    dryRun === true ? [] : [{ action: 'share_ended', account, facts: { partner, rule: number } }],
})

/** @throws Refusal `field_refused` without terms */
function termsOf({ percent, ecpm }: RequestOf<typeof request>): ShareTerms {
  const micros = ecpm === undefined ? null : parseAmountMicros(ecpm)!
  if (percent !== undefined) {
    return { kind: 'percent', percentUnits: readPpm(percent)!, floorEcpmMicros: micros }
  }
  if (micros !== null) return { kind: 'ecpm', ecpmMicros: micros }
  throw refuseField('field_refused', {
    useCase: 'add-share',
    field: 'percent',
    fault: 'missing',
    value: null,
    accepts: 'a percentage from 0 to 100, or a fixed eCPM instead',
  })
}

type NewRule = ShareConditions & RuleDays & Pick<ShareRule, 'terms' | 'reason'>
type NumberedRule = Omit<ShareRule, 'addedIn' | 'endedIn'>

interface PlannedRules {
  readonly ended: readonly ShareRule[]
  readonly added: readonly NumberedRule[]
}

/** @throws Refusal `share_tie`, `too_many_shares` */
function planAdding(
  book: ShareBook,
  { id: partnerId, username }: Partner,
  rule: NewRule,
  replaces: boolean,
): PlannedRules {
  const present = rulesOf(book.rules, null).filter((one) => one.partnerId === partnerId)
  const isReplaced = (one: ShareRule) =>
    replaces && hasSameConditions(one, rule) && commonDays(one, rule) !== null
  const ended = present.filter(isReplaced)
  const rest = ended.flatMap((one) => daysBeside(one, rule).map((days) => ({ ...one, ...days })))
  let number = nextNumber(book.rules)
  const added = [{ ...rule, partnerId }, ...rest].map((one) => ({ ...one, number: number++ }))
  const stays = present.filter((one) => !isReplaced(one))
  if (stays.length + added.length > maxRulesOfPartner) {
    throw refuse('too_many_shares', { partner: username, max: maxRulesOfPartner })
  }
  const asOfNow = added.map((one) => ({ ...one, addedIn: book.version + 1, endedIn: null }))
  refuseTie(username, [...asOfNow, ...stays])
  return { ended, added }
}

/** The days of a rule before and after those of another one. */
function daysBeside(one: RuleDays, other: RuleDays): RuleDays[] {
  const before =
    other.firstDay !== null && (one.firstDay === null || one.firstDay < other.firstDay)
      ? [{ firstDay: one.firstDay, lastDay: addDays(other.firstDay, -1) }]
      : []
  const after =
    other.lastDay !== null && (one.lastDay === null || one.lastDay > other.lastDay)
      ? [{ firstDay: addDays(other.lastDay, 1), lastDay: one.lastDay }]
      : []
  return [...before, ...after]
}

/** @throws Refusal `share_tie` */
function refuseTie(partner: string, rules: readonly ShareRule[]): void {
  const tie = findTie(rules)
  if (!tie) return
  const [one, other] = tie
  throw refuse('share_tie', {
    partner,
    other: other.number,
    share: termsText(other.terms),
    hasSameConditions: hasSameConditions(one, other),
  })
}

/** A book as it would be, for a preview. */
function applied(book: ShareBook, { ended, added }: PlannedRules): ShareBook {
  const version = book.version + 1
  const isEnded = (rule: ShareRule) =>
    ended.some((one) => one.partnerId === rule.partnerId && one.number === rule.number)
  return {
    ...book,
    version,
    rules: [
      ...book.rules.map((rule) => (isEnded(rule) ? { ...rule, endedIn: version } : rule)),
      ...added.map((rule) => ({ ...rule, addedIn: version, endedIn: null })),
    ],
  }
}

async function changed(
  services: Services,
  book: ShareBook,
  username: string,
  { months = null }: { readonly months?: readonly ChangedMonth[] | null } = {},
): Promise<ChangedShares> {
  const apps = await appsOfBook(services, book)
  const partner = book.partners.find((one) => one.username === username)!
  const shares = rulesOf(book.rules, null).filter(({ partnerId }) => partnerId === partner.id)
  return { partner: username, shares: shares.map((rule) => toShareView(rule, apps)), months }
}
