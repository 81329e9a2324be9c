import type { InstallationRecord, InstallationRecords } from '../records/installation-records.ts'
import { keyPlace, Vault } from '../sealing/vault.ts'
import { dropNextSecret, readNextSecret, takeNextSecret } from '../storage/files/next-secret.ts'
import { checkOfSecret, createSecret, readSecret } from '../storage/files/secret-file.ts'
import { UnusableStoreError } from '../values/unusable-store-error.ts'
import type { StorePlaces } from './store-places.ts'

/**
 * Reads the secret that the records were made with. A new installation gets one.
 *
 * @throws UnusableStoreError when it is missing, or not the one
 */
export async function openSecret(
  records: InstallationRecords,
  places: StorePlaces,
): Promise<Uint8Array> {
  return (await findSecret(records, places)).secret
}

/**
 * The same. Of the two secrets that an interrupted rotation leaves, only the right one stays. Others must not
 * rotate the secret meanwhile.
 */
export async function settleSecret(
  records: InstallationRecords,
  places: StorePlaces,
): Promise<Uint8Array> {
  const { secret, isNext } = await findSecret(records, places)
  if (isNext) takeNextSecret(places.secret, secret)
  else dropNextSecret(places.secret)
  return secret
}

/** Whether the records belong to a secret. */
export const isSecretOf = (
  { secretCheck: check, identity }: InstallationRecord,
  secret: Uint8Array,
): boolean => check === checkOfSecret(secret, identity)

async function findSecret(
  records: InstallationRecords,
  places: StorePlaces,
): Promise<{ readonly secret: Uint8Array; readonly isNext: boolean }> {
  const record = await records.read()
  // Records from before 0.2 do not say which secret is theirs; a key that it opens does.
  const anyKey = record.secretCheck === '' ? await records.anyKey() : null
  // Another process may put it in the place of the present one, so it is read first.
  const next = readNextSecret(places.secret)
  if (next && isSecretOf(record, next)) return { secret: next, isNext: true }
  const secret = readSecret(places.secret)
  if (secret === null) {
    if (record.identity === '' && !record.hasAccounts) {
      return { secret: createSecret(places.secret), isNext: false }
    }
    throw new UnusableStoreError(
      `${places.secret} is missing. Restore it from a backup, since without it no API key in ${places.records} can be shown; see docs/backups.md.`,
    )
  }
  const isRight =
    record.secretCheck === ''
      ? anyKey === null ||
        new Vault(secret).openOrNull(anyKey.sealed, keyPlace(anyKey.hash)) !== null
      : isSecretOf(record, secret)
  if (isRight) return { secret, isNext: false }
  throw new UnusableStoreError(
    `${places.secret} belongs to another installation than ${places.records}, or is from before its secret was rotated. Restore both from one backup, or copy the current secret; see docs/backups.md.`,
  )
}
