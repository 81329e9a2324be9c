import { KeyVault } from '../publishers/key-vault.ts'
import { checkOfSecret, createSecret, readSecret } from '../storage/files/secret-file.ts'
import type { RelationalInstallation } from '../storage/relational/relational-installation.ts'
import { UnusableStoreError } from '../values/unusable-store-error.ts'
import type { StorePlaces } from './store-places.ts'

/**
 * Reads the secret that the records were made with. A new installation gets one.
 *
 * @throws UnusableStoreError when it is missing, or not the one
 */
export async function openSecret(
  records: RelationalInstallation,
  places: StorePlaces,
): Promise<Uint8Array> {
  const record = await records.read()
  const secret = readSecret(places.secret)
  if (secret === null) {
    if (record.identity === '' && !record.hasAccounts) return createSecret(places.secret)
    throw new UnusableStoreError(
      `${places.secret} is missing. Restore it from a backup, since without it no API key in ${places.records} can be shown; see docs/backups.md.`,
    )
  }
  const isRight =
    record.secret_check === ''
      ? opens(secret, await records.anySealedKey())
      : record.secret_check === checkOfSecret(secret, record.identity)
  if (isRight) return secret
  throw new UnusableStoreError(
    `${places.secret} belongs to another installation than ${places.records}. Restore both from one backup; see docs/backups.md.`,
  )
}

/** Records from before 0.2 do not say which secret is theirs; a key that it opens does. */
function opens(secret: Uint8Array, sealedKey: Uint8Array | null): boolean {
  if (sealedKey === null) return true
  try {
    new KeyVault(secret).open(sealedKey)
    return true
  } catch {
    return false
  }
}
