import {
  chownSync,
  existsSync,
  linkSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { UnusableStoreError } from '../../values/unusable-store-error.ts'
import { parseSecret, syncDirectoryOf, textOfSecret } from './secret-file.ts'

/** @returns the secret that was to replace the one of a file; null when there is none, or not all of it */
export function readNextSecret(path: string): Uint8Array | null {
  try {
    return parseSecret(readFileSync(nextTo(path), 'utf8'))
  } catch (error) {
    if (isMissing(error)) return null
    throw error
  }
}

/**
 * Writes a secret next to the current one, to replace it.
 *
 * @throws UnusableStoreError when the file cannot be replaced, for example because it is mounted
 */
export function writeNextSecret(path: string, secret: Uint8Array): void {
  const next = nextTo(path)
  try {
    dropNextSecret(path)
    // A mounted file has no links in its directory.
    linkSync(realpathSync(path), next)
    rmSync(next)
    writeFileSync(next, textOfSecret(secret), { mode: 0o600, flush: true })
    const { uid, gid } = statSync(path)
    chownSync(next, uid, gid)
    syncDirectoryOf(next)
  } catch (cause) {
    const { code } = cause as NodeJS.ErrnoException
    throw new UnusableStoreError(
      `${path} cannot be replaced (${code}). Give a file with the new secret: --new-secret-file FILE; see docs/operations.md.`,
      { cause },
    )
  }
}

/** Replaces a file's secret by the one beside it, unless another process has done so. */
export function takeNextSecret(path: string, secret: Uint8Array): void {
  const found = readNextSecret(path)
  if (!found || !Buffer.from(found).equals(secret)) return
  const next = nextTo(path)
  try {
    renameSync(next, fileOf(path))
    // Of two links to one file, both stay.
    dropNextSecret(path)
    syncDirectoryOf(next)
  } catch (cause) {
    if (isMissing(cause)) return
    const { code } = cause as NodeJS.ErrnoException
    throw new UnusableStoreError(
      `${next} has the current secret, but ${path} could not be replaced (${code}). Move the file there yourself.`,
      { cause },
    )
  }
}

export function dropNextSecret(path: string): void {
  // A file system that is read-only refuses to remove what does not exist.
  if (existsSync(nextTo(path))) rmSync(nextTo(path), { force: true })
}

/** No name that an operator would give a secret: what is left there is removed. */
const nextTo = (path: string): string => `${fileOf(path)}.rotating`

/** The file that a link leads to: the link stays. */
const fileOf = (path: string): string => (existsSync(path) ? realpathSync(path) : path)

const isMissing = (error: unknown): boolean => (error as NodeJS.ErrnoException).code === 'ENOENT'
