import type { PaymentTerms } from './terms.ts'

/** The usual terms of networks, for an account of a currency. */
export const usualTermsOf = (_currency: string): ReadonlyMap<string, PaymentTerms> => new Map()
