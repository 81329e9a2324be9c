import { factKind } from './fact-kind.ts'
import { channel, country, ownName } from './labels.ts'

/** What advertising for an app cost, by day, app, channel, campaign and country. */
export const spend = factKind({
  name: 'spend',
  title: 'Spend',
  tables: {
    rows: 'spend',
    slices: 'spend_slices',
    changes: 'spend_changes',
    originals: 'spend_originals',
  },
  labels: {
    channel: { ...channel, ofSlice: true },
    campaign: {
      ...ownName,
      builtIn: [ownName.fallback],
      description: 'A campaign of a channel, or default.',
      plural: 'campaigns',
      example: 'us_roas',
    },
    country,
  },
  counts: {
    impressions: { required: false, inSlices: true },
    clicks: { required: false, inSlices: true },
    installs: { required: false, inSlices: true },
  },
  money: { cost: { required: true, inSlices: true } },
})
