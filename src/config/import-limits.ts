import { defaultImportLimits, type ImportLimits } from '../sources/import-limits.ts'
import { type Environment, variable } from './settings.ts'

/** Whole numbers up to here are exact. */
const largest = Number.MAX_SAFE_INTEGER

/** How long a timer may be. */
const largestMinutes = 35_000

/** The limits of imports: `unpackedBytes` is `ADTALLY_IMPORT_MAX_UNPACKED_BYTES`. */
export function readImportLimits(env: Environment): ImportLimits {
  const limits = Object.entries(defaultImportLimits).map(([limit, byDefault]) => {
    const words = limit.replace(/[A-Z]/g, (letter) => `_${letter}`).toUpperCase()
    const most = limit === 'minutes' ? largestMinutes : largest
    return [limit, variable(env, `ADTALLY_IMPORT_MAX_${words}`, byDefault, 1, most)]
  })
  return Object.fromEntries(limits) as unknown as ImportLimits
}
