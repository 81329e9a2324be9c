import { createHmac, randomBytes } from 'node:crypto'
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { UnusableStoreError } from '../../values/unusable-store-error.ts'

const secretBytes = 32

/** Makes the secret of a new installation, unless another process was faster. */
export function createSecret(path: string): Uint8Array {
  mkdirSync(dirname(path), { recursive: true })
  try {
    writeFileSync(path, randomBytes(secretBytes).toString('base64'), { mode: 0o600, flag: 'wx' })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  }
  return readSecret(path)!
}

/**
 * Reads the secret of an installation; only its owner may read it.
 *
 * @returns null when there is none
 */
export function readSecret(path: string): Uint8Array | null {
  if (!existsSync(path)) return null
  keepPrivate(path)
  const secret = Buffer.from(readFileSync(path, 'utf8'), 'base64')
  if (secret.length !== secretBytes) {
    const message = `${path} does not hold a secret of Adtally; restore it from a backup, since without it no API key can be read.`
    throw new UnusableStoreError(message)
  }
  return secret
}

/** Tells whether stores were made with a secret, without giving it away. */
export function checkOfSecret(secret: Uint8Array, identity: string): string {
  return createHmac('sha256', secret).update(`adtally installation ${identity}`).digest('base64url')
}

/** A secret that is mounted may be read-only or another user's, who answers for its mode. */
function keepPrivate(path: string): void {
  try {
    chmodSync(path, 0o600)
  } catch (error) {
    if (!/^(EPERM|EROFS)$/.test((error as NodeJS.ErrnoException).code ?? '')) throw error
  }
}
