import type { PartnerRefusals } from '../partners/refusals.ts'
import { counted, quoted, thenRun } from './phrases.ts'
import type { Wording } from './vocabulary.ts'

export const partnerWording: Wording<PartnerRefusals> = {
  unknown_partner: ({ username, partner }, vocabulary) =>
    thenRun(
      `The account ${quoted(username)} has no partner ${quoted(partner)}`,
      vocabulary,
      'List them',
      `partners list ${username}`,
    ),
  partner_refused: ({ partner, why }) => `${quoted(partner)} cannot be a partner: ${why}`,
  too_many_partners: ({ username, max }) =>
    `The account ${quoted(username)} has ${counted(max, 'partner')}, which is the most. Remove one first`,
  too_many_partner_apps: ({ username, max }) =>
    `The partners of ${quoted(username)} have ${counted(max, 'app')}, which is the most`,
  too_many_shares: ({ partner, max }) =>
    `The partner ${quoted(partner)} has ${counted(max, 'rule')}, which is the most. End one first`,
  app_of_partner: ({ app, partner, from, to }) =>
    `The app ${quoted(app)} is the partner ${quoted(partner)}'s ${daysText(from, to)}. Choose other days, or end that first`,
  app_not_of_partner: ({ app, partner }, vocabulary) =>
    thenRun(
      `The app ${quoted(app)} is not the partner ${quoted(partner)}'s`,
      vocabulary,
      'See its apps',
      `partners show ACCOUNT ${partner}`,
    ),
  merge_unshares: ({ app, into, partner }) =>
    `The app ${quoted(app)} is the partner ${quoted(partner)}'s on days that ${quoted(into)} is not. Assign ${quoted(into)} to it on these days first`,
  share_tie: ({ other, share, hasSameConditions }) =>
    hasSameConditions
      ? `Rule ${other} (${share}) has the same conditions on some of these days. Replace it, or choose other days`
      : `Rule ${other} (${share}) holds for some of the same figures, and neither is more specific. Add a rule with the conditions of both first, or choose other days`,
  unknown_share: ({ partner, number }) =>
    `The partner ${quoted(partner)} has no rule ${number} that holds now`,
  month_approved: ({ partner, month }) =>
    `${month} of ${quoted(partner)} is approved, and stays as it is. Choose a later month: what is known later is a line of the next statement`,
  approval_refused: ({ partner, month, why }) =>
    `${month} of ${quoted(partner)} cannot be approved: ${why}`,
  unknown_partner_statement: ({ partner, statement }) =>
    `The partner ${quoted(partner)} has no statement ${quoted(statement)}`,
  too_many_adjustments: ({ partner, month, max }) =>
    `${month} of ${quoted(partner)} has ${counted(max, 'amount')}, which is the most. Remove one first`,
  unknown_adjustment: ({ id }) => `There is no adjustment ${id} that a statement does not have yet`,
  unknown_payout: ({ partner, reference }) =>
    `The partner ${quoted(partner)} has no payout ${quoted(reference)}`,
  payout_known: ({ partner, reference }) =>
    `The partner ${quoted(partner)} has a payout ${quoted(reference)} already. Choose another reference`,
  partner_account: ({ username }) =>
    `The figures of ${quoted(username)} come from its network: they cannot be imported, changed or deleted here`,
  entry_of_shares: ({ id }) =>
    `Entry ${id} has net figures, which follow gross figures and shares. Change these instead`,
  shares_busy: ({ username }) =>
    `Another process makes net figures of ${quoted(username)} now. Try again in a minute`,
  signing_key_unreadable: ({ username }, vocabulary) =>
    thenRun(
      `The key that ${quoted(username)} signs with cannot be decrypted`,
      vocabulary,
      'Make a new one',
      `partners new-key ${username}`,
    ),
  not_a_partner: ({ username }) => `${quoted(username)} is no partner of a network`,
}

function daysText(from: string | null, to: string | null): string {
  if (from === null && to === null) return 'on all days'
  if (from === null) return `up to ${to}`
  return to === null ? `from ${from} on` : `from ${from} to ${to}`
}
