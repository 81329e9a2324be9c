import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import type { DataDirectory } from '../../config/data-directory.ts'
import { isSealedSecret, openSecretText, sealSecret } from '../../storage/files/sealed-secret.ts'
import {
  checkOfSecret,
  parseSecret,
  readSecret,
  syncDirectoryOf,
  textOfSecret,
} from '../../storage/files/secret-file.ts'
import type { BackupManifest } from '../../use-cases/backup/manifest.ts'
import { UnusableStoreError } from '../../values/unusable-store-error.ts'

type SecretCheck = Pick<BackupManifest, 'installation' | 'secret_check'>

/** The secret of a data directory. @throws UnusableStoreError when it is not there */
export function secretToBackUp({ secret: path }: DataDirectory): Uint8Array {
  const secret = readSecret(path)
  if (secret) return secret
  throw new UnusableStoreError(
    `There is no secret in ${path}. If the server has it elsewhere, set ADTALLY_SECRET_FILE as the server does.`,
  )
}

export { sealSecret }

/** @throws UnusableStoreError when a secret is not the one of a backup */
export function refuseOtherSecret(
  place: string,
  secret: Uint8Array,
  { installation, secret_check: check }: SecretCheck,
): void {
  if (checkOfSecret(secret, installation) === check) return
  throw new UnusableStoreError(
    `The secret in ${place} is not the one of this backup: it is another installation's, or from before or after a rotation.`,
  )
}

/** Writes a secret to a file of its own. @throws UnusableStoreError when the file exists */
export function writeSecretApart(path: string, secret: Uint8Array): void {
  try {
    writeFileSync(path, textOfSecret(secret), { mode: 0o600, flag: 'wx', flush: true })
    syncDirectoryOf(path)
  } catch (cause) {
    const { code } = cause as NodeJS.ErrnoException
    const why = code === 'EEXIST' ? 'exists already' : `cannot be written (${code})`
    throw new UnusableStoreError(`${path} ${why}. Choose another file for the secret.`, { cause })
  }
}

/** Where the secret of a backup may be. */
export interface SecretSources {
  /** A file that was given; null for none. */
  readonly given: string | null
  /** The file in the backup; it need not exist. */
  readonly inBackup: string
  /** The file of the data directory; it need not exist. */
  readonly present: string
  /** Asks for a passphrase. @param place the file that needs it */
  readonly passphrase: (place: string) => Promise<string>
}

/**
 * Finds the secret of a backup.
 *
 * @returns null when there is none
 * @throws UnusableStoreError when a file that was given has another one, or the passphrase is wrong
 */
export async function findSecretOf(
  manifest: SecretCheck,
  { given, inBackup, present, passphrase }: SecretSources,
): Promise<Uint8Array | null> {
  const path = given ?? (existsSync(inBackup) ? inBackup : null)
  if (path !== null) {
    const secret = await readAny(path, passphrase)
    refuseOtherSecret(path, secret, manifest)
    return secret
  }
  const secret = existsSync(present) ? readSecret(present) : null
  const fits = secret && checkOfSecret(secret, manifest.installation) === manifest.secret_check
  return fits ? secret : null
}

async function readAny(path: string, passphrase: SecretSources['passphrase']): Promise<Uint8Array> {
  const text = readFileSync(path, 'utf8')
  if (isSealedSecret(text)) return openSecretText(text, await passphrase(path), path)
  const secret = parseSecret(text)
  if (secret) return secret
  throw new UnusableStoreError(`${path} contains no secret of Adtally. Check the path.`)
}
