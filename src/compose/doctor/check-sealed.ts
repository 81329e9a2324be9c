import type { SealedFact } from '../../records/sealed-values.ts'
import { Vault } from '../../sealing/vault.ts'
import { describeLost } from '../lost-value.ts'
import { type Finding, finding } from './finding.ts'

/** How many values are listed one by one. */
const maxListed = 20

/** Finds values that the secret does not open. @param secret the installation's own */
export function checkSealed(sealed: readonly SealedFact[], secret: Uint8Array): Finding[] {
  const vault = new Vault(secret)
  const lost = sealed
    .filter(({ bytes, place }) => vault.openOrNull(bytes, place) === null)
    .map(({ value }) => describeLost(value))
  const found = lost
    .slice(0, maxListed)
    .map(({ name, command }) =>
      finding('secret', 'error', `${name} cannot be decrypted.`, `Replace it: ${command}`),
    )
  if (lost.length <= maxListed) return found
  const message = `${lost.length - maxListed} more values cannot be decrypted.`
  return [...found, finding('secret', 'error', message, 'Replace those above, and run this again')]
}
