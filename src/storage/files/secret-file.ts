import { randomBytes } from 'node:crypto'
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

/** Reads the secret of an installation, made at its first use; only its owner may read it. */
export function readSecret(path: string): Uint8Array {
  mkdirSync(dirname(path), { recursive: true })
  if (existsSync(path)) keepPrivate(path)
  else makeSecret(path)
  const secret = Buffer.from(readFileSync(path, 'utf8'), 'base64')
  if (secret.length !== secretBytes) {
    const message = `${path} does not hold a secret of Adtally; restore it from a backup, since without it no API key can be read.`
    throw new UnusableStoreError(message)
  }
  return secret
}

/** Keys are encrypted with it at once, so it must survive a power cut that they survive. */
function makeSecret(path: string): void {
  const draft = `${path}.${process.pid}.new`
  const text = randomBytes(secretBytes).toString('base64')
  writeFileSync(draft, text, { mode: 0o600, flush: true })
  try {
    linkSync(draft, path)
  } catch (error) {
    // Another process was faster: its secret is the one.
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  } finally {
    rmSync(draft)
  }
  const directory = openSync(dirname(path), 'r')
  fsyncSync(directory)
  closeSync(directory)
}

/** A secret that is mounted may be read-only or another user's, who answers for its mode. */
function keepPrivate(path: string): void {
  try {
    chmodSync(path, 0o600)
  } catch (error) {
    if (!/^(EPERM|EROFS)$/.test((error as NodeJS.ErrnoException).code ?? '')) throw error
  }
}
