import { accessSync, chmodSync, constants, mkdirSync, statSync } from 'node:fs'
import { UnusableStoreError } from '../../values/unusable-store-error.ts'

const ofOthers = 0o007

/**
 * Makes a folder that only its owner can look into. One that is there already is closed to others,
 * but not to its group.
 *
 * @throws UnusableStoreError when nothing can be written to it
 */
export function openPrivateDirectory(path: string): void {
  try {
    mkdirSync(path, { recursive: true, mode: 0o700 })
    const { mode } = statSync(path)
    if (mode & ofOthers) chmodSync(path, mode & 0o770)
  } catch (error) {
    // The owner of a mounted folder answers for its mode.
    if ((error as NodeJS.ErrnoException).code !== 'EPERM') throw notWritable(path, error)
  }
  try {
    accessSync(path, constants.W_OK)
  } catch (error) {
    throw notWritable(path, error)
  }
}

function notWritable(path: string, cause: unknown): unknown {
  const reasons: Readonly<Record<string, string>> = {
    EROFS: 'Read-only file system',
    EACCES: 'Permission denied',
    EPERM: 'Permission denied',
  }
  const reason = reasons[(cause as NodeJS.ErrnoException).code ?? '']
  if (reason === undefined) return cause
  return new UnusableStoreError(
    `${path} cannot be written: ${reason}. Mount its file system for writing, and let this user write to it.`,
    { cause },
  )
}
