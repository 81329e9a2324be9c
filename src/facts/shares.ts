import { isUsername, usernameAccepts, usernamePattern } from '../values/username.ts'
import { factKind } from './fact-kind.ts'
import { adTag, country, format, network } from './labels.ts'

/**
 * The parts of an account's ad figures that it shares with partners: by partner and rule, the revenue that the rule
 * applied to, and the partner's net revenue of it. The account has them; partners have the net revenue as ad figures.
 */
export const shares = factKind({
  name: 'shares',
  title: 'Shares of partners',
  isDerived: true,
  tables: { rows: 'shares', slices: 'share_slices', changes: 'share_changes' },
  labels: {
    network: { ...network, ofSlice: true },
    partner: {
      required: true,
      accepts: usernameAccepts,
      isAccepted: isUsername,
      pattern: `^${usernamePattern}$`,
      code: 16,
      ofSlice: false,
      description: 'A partner that revenue is shared with: the username of its account.',
      plural: 'partners',
      example: 'studio',
    },
    format,
    country,
    ad_tag: adTag,
    share_rule: {
      required: true,
      accepts: 'the number of a rule, from 1 to 999999',
      isAccepted: (value) => /^[1-9]\d{0,5}$/.test(value),
      pattern: '^[1-9][0-9]{0,5}$',
      code: 32,
      ofSlice: false,
      description: "The rule that a partner's share follows: its number.",
      plural: 'numbers of rules',
      example: '12',
    },
  },
  counts: { impressions: { required: true, inSlices: true } },
  money: {
    revenue_shared: { required: true, inSlices: true },
    revenue_net: { required: true, inSlices: true },
  },
})
