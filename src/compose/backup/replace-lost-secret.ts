import type { DataDirectory } from '../../config/data-directory.ts'
import { openRelational } from '../../records/database.ts'
import { InstallationRecords } from '../../records/installation-records.ts'
import { type SealedValue, SealedValues } from '../../records/sealed-values.ts'
import { Vault } from '../../sealing/vault.ts'
import { checkOfSecret, createSecret } from '../../storage/files/secret-file.ts'
import { UnusableStoreError } from '../../values/unusable-store-error.ts'

/**
 * Gives records a new secret in place of one that is lost. What it encrypted stays as it is.
 *
 * @param directory of files that were copied, and are not used yet
 * @param place the backup's name in messages
 * @returns what can no longer be decrypted
 * @throws UnusableStoreError unless it is accepted; says what would be lost
 */
export async function replaceLostSecret(
  directory: DataDirectory,
  place: string,
  { isAccepted }: { readonly isAccepted: boolean },
): Promise<readonly SealedValue[]> {
  const relational = await openRelational(directory.relational)
  try {
    const values = new SealedValues(relational.writes)
    const lost = (await values.all()).map(({ value }) => value)
    if (!isAccepted) throw new UnusableStoreError(refusal(place, lost))
    const records = new InstallationRecords(relational)
    const { identity } = await records.read()
    const secret = createSecret(directory.secret)
    const vault = new Vault(secret)
    await values.reseal(vault, vault)
    await records.write({ secretCheck: checkOfSecret(secret, identity) })
    return lost
  } finally {
    await relational.close()
  }
}

function refusal(place: string, lost: readonly SealedValue[]): string {
  const count = (kind: SealedValue['kind'], noun: string) => {
    const found = lost.filter((value) => value.kind === kind).length
    return found === 0 ? [] : [`${found} ${noun}${found === 1 ? '' : 's'}`]
  }
  const losses = [
    ...count('api key', 'API key').map(
      (keys) => `${keys} could not be shown again, but would work`,
    ),
    ...count('second factor', 'second factor').map(
      (factors) => `${factors} would accept only recovery codes`,
    ),
    ...count('credential', 'credential').map(
      (fields) => `${fields} of connections to networks would have to be entered again`,
    ),
  ]
  const what = losses.length === 0 ? 'nothing else is lost' : losses.join('; ')
  return `${place} was made without its secret, and none that fits was found. Without it: ${what}. Give the secret with --secret-file FILE, or accept this with --without-secret.`
}
