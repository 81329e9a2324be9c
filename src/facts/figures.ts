import { factKind } from './fact-kind.ts'
import { adTag, country, format, network } from './labels.ts'

/** Networks' reports of ads: counts and revenue by day, app, network, format, country and ad tag. */
export const figures = factKind({
  name: 'figures',
  title: 'Ad figures',
  tables: { rows: 'figures', slices: 'slices', changes: 'changes', originals: 'originals' },
  labels: { network: { ...network, ofSlice: true }, format, country, ad_tag: adTag },
  counts: {
    impressions: { required: true, inSlices: true },
    clicks: { required: false, inSlices: true },
    installs: { required: false, inSlices: true },
    requests: { required: false, inSlices: false },
    matched_requests: { required: false, inSlices: false },
  },
  money: { revenue: { required: true, inSlices: true, original: 'amount' } },
})
