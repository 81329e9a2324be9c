import { type ImportLimits, importLimits } from '../sources/import-limits.ts'
import { wholeNumbers } from './kinds.ts'
import { type Declared, named, readSettings, setting } from './setting.ts'
import type { Environment } from './settings.ts'

/** Whole numbers up to here are exact. */
const largest = Number.MAX_SAFE_INTEGER

/** How long a timer may be. */
const largestMinutes = 35_000

const declared = Object.entries(importLimits).map(([name, limit]) => {
  const kind = wholeNumbers(1, name === 'minutes' ? largestMinutes : largest)
  const { default: byDefault, defaultText = byDefault.toLocaleString('en-US'), about } = limit
  return [name, setting(kind, byDefault, about, { defaultText })]
})

/** `uploadBytes` is `ADTALLY_IMPORT_MAX_UPLOAD_BYTES`. */
export const importSettings = named(
  Object.fromEntries(declared) as Readonly<Record<keyof ImportLimits, Declared<number>>>,
  'import-max-',
)

/** The limits of imports. @throws ConfigError naming the variable that cannot be used */
export const readImportLimits = (env: Environment): ImportLimits =>
  readSettings(importSettings, env)
