import { countryAccepts, isCountry } from '../values/country.ts'
import { identifierAccepts, isIdentifier } from '../values/identifier.ts'

/** A name of lower-case letters, digits and underscores. */
export const identifier = {
  required: true,
  accepts: identifierAccepts,
  isAccepted: isIdentifier,
  code: 16,
} as const

export const country = {
  required: true,
  accepts: countryAccepts,
  isAccepted: isCountry,
  code: 'country',
  ofSlice: false,
} as const
