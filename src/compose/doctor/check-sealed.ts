import { CredentialVault, SealError } from '../../connections/credential-vault.ts'
import { sealedPlaceOf } from '../../connections/open-access.ts'
import { KeyVault } from '../../publishers/key-vault.ts'
import type { SealedFact } from '../../records/record-facts.ts'
import { describeLost } from '../lost-value.ts'
import { type Finding, finding } from './finding.ts'

/** How many values are listed one by one. */
const maxListed = 20

/** Finds values that the secret does not open. @param secret the installation's own */
export function checkSealed(sealed: readonly SealedFact[], secret: Uint8Array): Finding[] {
  const keys = new KeyVault(secret)
  const credentials = new CredentialVault(secret)
  const opens = ({ bytes, connection, value }: SealedFact): boolean => {
    if (value.kind !== 'credential') return keys.open(bytes) !== null
    try {
      credentials.open(bytes, sealedPlaceOf(connection!, value.field))
      return true
    } catch (error) {
      if (error instanceof SealError) return false
      throw error
    }
  }
  const lost = sealed.filter((one) => !opens(one)).map(({ value }) => describeLost(value))
  const found = lost
    .slice(0, maxListed)
    .map(({ name, command }) =>
      finding('secret', 'error', `${name} cannot be decrypted.`, `Replace it: ${command}`),
    )
  if (lost.length <= maxListed) return found
  const message = `${lost.length - maxListed} more values cannot be decrypted.`
  return [...found, finding('secret', 'error', message, 'Replace those above, and run this again')]
}
