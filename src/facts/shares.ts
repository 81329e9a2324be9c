import { factKind } from './fact-kind.ts'
import { adTag, country, format, network } from './labels.ts'

const maxRuleNumber = 999_999

/**
 * What partners of an account get of its figures. Adtally makes these rows from the figures and the rules of partners: no file
 * has them. The figures themselves are of the kind `figures`.
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
      accepts: 'the username of a partner',
      isAccepted: (value) => /^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/.test(value),
      code: 32,
      ofSlice: false,
      description: 'A partner: the username of the account that is shown its share.',
      plural: 'partners',
      example: 'studio',
    },
    format,
    country,
    ad_tag: adTag,
    share_rule: {
      required: true,
      accepts: `a whole number from 1 to ${maxRuleNumber}`,
      isAccepted: (value) => /^[1-9]\d{0,5}$/.test(value),
      pattern: '^[1-9][0-9]{0,5}$',
      code: 32,
      ofSlice: false,
      description: 'The number of the rule that a share is by.',
      plural: 'rules of shares',
      example: '12',
    },
  },
  counts: { impressions: { required: true, inSlices: true } },
  money: {
    revenue_shared: { required: true, inSlices: true },
    revenue_net: { required: true, inSlices: true },
  },
})
