import { randomBytes } from 'node:crypto'
import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { UnusableStoreError } from '../../values/unusable-store-error.ts'

const secretBytes = 32

/** Reads the secret of an installation, made at its first use; only its owner may read it. */
export function readSecret(path: string): Uint8Array {
  mkdirSync(dirname(path), { recursive: true })
  try {
    writeFileSync(path, randomBytes(secretBytes).toString('base64'), { mode: 0o600, flag: 'wx' })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    keepPrivate(path)
  }
  const secret = Buffer.from(readFileSync(path, 'utf8'), 'base64')
  if (secret.length !== secretBytes) {
    const message = `${path} does not hold a secret of Adtally; restore it from a backup, since without it no API key can be read.`
    throw new UnusableStoreError(message)
  }
  return secret
}

/** A secret that is mounted may be read-only or another user's, who answers for its mode. */
function keepPrivate(path: string): void {
  try {
    chmodSync(path, 0o600)
  } catch (error) {
    if (!/^(EPERM|EROFS)$/.test((error as NodeJS.ErrnoException).code ?? '')) throw error
  }
}
