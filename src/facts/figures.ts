import { adTagAccepts, defaultAdTag, isAdTag } from '../values/identifier.ts'
import { factKind } from './fact-kind.ts'
import { country, identifier } from './labels.ts'

/** Networks' reports of ads: counts and revenue by day, app, network, format, country and ad tag. */
export const figures = factKind({
  name: 'figures',
  title: 'Ad figures',
  tables: { rows: 'figures', slices: 'slices', changes: 'changes' },
  labels: {
    network: { ...identifier, ofSlice: true },
    // Files of 0.1 have this name.
    format: { ...identifier, ofSlice: false, shownAs: 'ad_format' },
    country,
    ad_tag: {
      required: false,
      accepts: adTagAccepts,
      isAccepted: isAdTag,
      code: 32,
      ofSlice: false,
      fallback: defaultAdTag,
    },
  },
  counts: {
    impressions: { required: true, inSlices: true },
    clicks: { required: false, inSlices: true },
    installs: { required: false, inSlices: true },
    requests: { required: false, inSlices: false },
    matched_requests: { required: false, inSlices: false },
  },
  hasMoney: true,
})
