import { countryAccepts, isCountry } from '../values/country.ts'
import {
  adTagAccepts,
  defaultAdTag,
  identifierAccepts,
  isAdTag,
  isIdentifier,
  unknownFormat,
} from '../values/identifier.ts'
import type { FactLabel } from './fact-kind.ts'
import { notInCohorts } from './rest-names.ts'

// Labels of several kinds mean the same in all of them.

/** A name of lower-case letters, digits and underscores. */
export const identifier = {
  required: true,
  accepts: identifierAccepts,
  isAccepted: isIdentifier,
  letters: 'lower',
  code: 16,
  ofSlice: false,
} as const

/** A name in a network's or a studio's own words. */
export const ownName = {
  required: false,
  accepts: adTagAccepts,
  isAccepted: isAdTag,
  code: 32,
  ofSlice: false,
  fallback: defaultAdTag,
} as const

export const network = {
  ...identifier,
  description: 'An ad network.',
  plural: 'networks',
  example: 'admob',
} as const satisfies FactLabel

export const format = {
  ...identifier,
  // Files of 0.1 have this name.
  shownAs: 'ad_format',
  description: 'An ad format.',
  plural: 'ad formats',
  example: 'rewarded',
} as const satisfies FactLabel

export const country = {
  required: true,
  accepts: countryAccepts,
  isAccepted: isCountry,
  letters: 'upper',
  code: 'country',
  ofSlice: false,
  description: 'The country of viewers: ISO 3166-1 alpha-2, XK, or ZZ for unknown.',
  plural: 'countries',
  example: 'US',
} as const satisfies FactLabel

export const adTag = {
  ...ownName,
  description: 'An ad tag or ad unit, or default.',
  plural: 'ad tags',
  example: 'level_end',
} as const satisfies FactLabel

/** Several sources may state the same facts of an app and day. */
export const source = {
  ...identifier,
  ofSlice: true,
  hasPrimary: true,
  description:
    'Where counts are from. Of several sources for an app and day, only the primary one counts.',
  plural: 'sources',
  example: 'adjust',
} as const satisfies FactLabel

/** The fallback of labels that a report may not tell. */
export const unknownName = unknownFormat

export const channel = {
  ...identifier,
  builtIn: [unknownName, notInCohorts],
  description: 'Where users come from, such as an ad network that was paid for them.',
  plural: 'channels',
  example: 'applovin',
} as const satisfies FactLabel
