import { createHmac, randomBytes } from 'node:crypto'
import {
  chmodSync,
  closeSync,
  existsSync,
  fsyncSync,
  linkSync,
  mkdirSync,
  openSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { dirname } from 'node:path'
import { UnusableStoreError } from '../../values/unusable-store-error.ts'

const secretBytes = 32

/** Makes the secret of a new installation. Of several processes, the first one's is the secret. */
export function createSecret(path: string): Uint8Array {
  mkdirSync(dirname(path), { recursive: true })
  makeSecret(path)
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
  const secret = parseSecret(readFileSync(path, 'utf8'))
  if (secret === null) {
    const message = `${path} does not contain a secret of Adtally. Restore it from a backup: without it, API keys cannot be read.`
    throw new UnusableStoreError(message)
  }
  return secret
}

export const newSecret = (): Uint8Array => randomBytes(secretBytes)

/** A secret as its file contains it. */
export const textOfSecret = (secret: Uint8Array): string => Buffer.from(secret).toString('base64')

/** @returns null when the text is no secret, or not all of it */
export function parseSecret(text: string): Uint8Array | null {
  const secret = Buffer.from(text, 'base64')
  return secret.length === secretBytes ? secret : null
}

/** Tells whether stores were made with a secret, without giving it away. */
export function checkOfSecret(secret: Uint8Array, identity: string): string {
  return createHmac('sha256', secret).update(`adtally installation ${identity}`).digest('base64url')
}

/** Keys are encrypted with it at once, so it must survive a power cut that they survive. */
function makeSecret(path: string): void {
  const draft = `${path}.${process.pid}.new`
  writeFileSync(draft, textOfSecret(newSecret()), { mode: 0o600, flush: true })
  try {
    linkSync(draft, path)
  } catch (error) {
    // Another process was faster: its secret is the one.
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  } finally {
    rmSync(draft)
  }
  syncDirectoryOf(path)
}

/** Makes sure that a new name in a file's directory survives a power cut. */
export function syncDirectoryOf(path: string): void {
  const directory = openSync(dirname(path), 'r')
  fsyncSync(directory)
  closeSync(directory)
}

/** A mounted secret may be read-only or belong to another user; its mode stays as it is. */
function keepPrivate(path: string): void {
  try {
    chmodSync(path, 0o600)
  } catch (error) {
    if (!/^(EPERM|EROFS)$/.test((error as NodeJS.ErrnoException).code ?? '')) throw error
  }
}
