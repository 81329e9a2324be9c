import { factKind } from './fact-kind.ts'
import {
  adTag,
  country,
  format,
  identifier,
  network,
  ownName,
  source,
  unknownName,
} from './labels.ts'
import { notBooked, unattributed } from './rest-names.ts'

/** A label of mediations whose report may not tell it. */
const told = {
  ...identifier,
  required: false,
  fallback: unknownName,
  builtIn: [unknownName],
} as const

/**
 * What a mediation tells beyond ad figures: by ad unit and rung of its waterfall, placement, group of a test, consent
 * and type of device. A source is a mediation. Its rows are parts of its own figures, see `reporting/depth.ts`.
 */
export const details = factKind({
  name: 'details',
  title: 'Details',
  tables: {
    rows: 'details',
    slices: 'detail_slices',
    changes: 'detail_changes',
    originals: 'detail_originals',
  },
  labels: {
    source,
    network,
    format: { ...format, required: false, fallback: unknownName },
    country,
    ad_tag: adTag,
    rung: {
      ...ownName,
      builtIn: [ownName.fallback, unattributed, notBooked],
      description:
        'A rung of a waterfall: an instance of a network with a floor, or a bidder. `unattributed` and `not_booked` are what rungs leave of revenue.',
      plural: 'rungs',
      example: 'AdMob 12.50',
    },
    floor: {
      ...ownName,
      fallback: unknownName,
      builtIn: [unknownName],
      accepts: 'a price such as 12.5, at most 6 digits before the point and 4 after it',
      isAccepted: (value) =>
        value === unknownName || /^(0|[1-9]\d{0,5})(\.\d{0,3}[1-9])?$/.test(value),
      pattern: '^(0|[1-9][0-9]{0,5})([.][0-9]{0,3}[1-9])?$',
      description: 'The lowest eCPM that a rung accepts, in its own currency, or unknown.',
      plural: 'floors',
      example: '12.5',
    },
    placement: {
      ...ownName,
      builtIn: [ownName.fallback],
      description: 'A placement: a moment in the app that shows ads.',
      plural: 'placements',
      example: 'level_end',
    },
    test_group: {
      ...told,
      description: 'The group of an A/B test.',
      plural: 'test groups',
      example: 'a',
    },
    consent: {
      ...told,
      description: 'Whether the user allowed tracking: yes, no, or unknown.',
      plural: 'answers about consent',
      example: 'yes',
    },
    device_type: {
      ...told,
      description: 'A type of device.',
      plural: 'types of devices',
      example: 'phone',
    },
  },
  counts: {
    impressions: { required: true, inSlices: true },
    clicks: { required: false, inSlices: true },
    attempts: { required: false, inSlices: false },
    responses: { required: false, inSlices: false },
  },
  money: { revenue: { required: true, inSlices: true } },
})
