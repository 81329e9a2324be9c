import { Type } from 'typebox'
import Format from 'typebox/format'
import { partnerMonthStates } from '../../partners/partner.ts'
import { parseAmountMicros } from '../../settlement/line-bounds.ts'
import { flag, oneOf, username, wholeNumber } from '../fields.ts'
import { amountFromZero } from '../money/money-fields.ts'

/** The network's account and its partner's. */
export const ofPartner = { account: username, partner: username }

const maxEcpmUnits = 10_000_000n

Format.Set('ecpm', (text) => {
  const micros = parseAmountMicros(text) ?? -1n
  return micros >= 0n && micros <= maxEcpmUnits * 1_000_000n
})

/** Revenue of a thousand impressions. What larger ones make of usual figures is more than a row can have. */
export const ecpm = Type.String({
  maxLength: 20,
  format: 'ecpm',
  description: `a decimal from 0 to ${maxEcpmUnits} with at most 6 places, such as 2.5`,
})

/** The name of a network or a partner on statements, whose files refuse other texts. */
export const statementName = Type.String({
  minLength: 1,
  maxLength: 100,
  format: 'plain',
  description:
    'a name of 1 to 100 characters, without characters that control a terminal or the direction of text',
})

/** The settings of a partner. */
export const settingsFields = {
  name: Type.Optional(statementName),
  showsGross: flag,
  newMonths: Type.Optional(oneOf(partnerMonthStates)),
  netDays: Type.Optional(wholeNumber(0, 365)),
  minimumPayout: Type.Optional(amountFromZero),
  /** Empty for none. */
  taxNote: Type.Optional(
    Type.String({
      maxLength: 1_000,
      format: 'plain',
      description: 'a text of at most 1000 characters',
    }),
  ),
}

export const reason = Type.String({
  minLength: 1,
  maxLength: 200,
  format: 'plain',
  description: 'a reason of 1 to 200 characters',
})
