import { randomInt } from 'node:crypto'
import fc from 'fast-check'

process.env.ADTALLY_PROPERTY_SEED ||= String(randomInt(2 ** 31))

/** The seed of all property tests of a run; workers inherit it through the environment. */
export const seed = Number(process.env.ADTALLY_PROPERTY_SEED)
if (!Number.isSafeInteger(seed)) throw new Error('ADTALLY_PROPERTY_SEED is not a whole number')

fc.configureGlobal({ seed })
