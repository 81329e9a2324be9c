import { factKind } from './fact-kind.ts'
import { country, source } from './labels.ts'

/**
 * How many people used an app, by day, app, source and country. A source is an analytics service or a count of one's
 * own. Where several state an app's day, one of them is primary, and the others are never added to it.
 */
export const audience = factKind({
  name: 'audience',
  title: 'Audience',
  tables: { rows: 'audience', slices: 'audience_slices', changes: 'audience_changes' },
  labels: { source, country },
  counts: {
    dau: { required: true, inSlices: true },
    new_users: { required: false, inSlices: true },
    sessions: { required: false, inSlices: true },
  },
  money: {},
})
