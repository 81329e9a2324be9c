import { factKind } from './fact-kind.ts'
import { channel, country, source, unknownName } from './labels.ts'
import { notInCohorts } from './rest-names.ts'

/** Days since an install. */
export const maxAgeDays = 3_650

/**
 * What the users of one day of install did up to an age in days, by app, source, channel and country. The day of rows
 * is the day of install. Users are those who were active at the age; revenue is all since the install.
 */
export const cohorts = factKind({
  name: 'cohorts',
  title: 'Cohorts',
  finalAfterDays: 90,
  tables: {
    rows: 'cohorts',
    slices: 'cohort_slices',
    changes: 'cohort_changes',
    originals: 'cohort_originals',
  },
  labels: {
    source,
    channel: { ...channel, required: false, fallback: unknownName },
    country,
    age: {
      required: true,
      accepts: `a whole number of days, at most ${maxAgeDays}`,
      isAccepted: (value) => /^(0|[1-9]\d{0,3})$/.test(value) && Number(value) <= maxAgeDays,
      pattern: `^(0|[1-9][0-9]{0,3}|${notInCohorts})$`,
      restName: notInCohorts,
      code: 'number',
      ofSlice: false,
      description: 'Days since the install.',
      plural: 'ages in days',
      example: '7',
    },
  },
  counts: {
    cohort_users: { required: true, inSlices: true },
    active_users: { required: false, inSlices: false },
  },
  money: {
    ad_revenue: { required: false, inSlices: true },
    other_revenue: { required: false, inSlices: true },
  },
})
