import { constants } from 'node:fs'
import { open } from 'node:fs/promises'
import { Refusal } from '../../values/refusal.ts'
import { refuse } from '../refusals.ts'
import type { GivenFile } from './input-file.ts'

/** The reason of `file_unreadable` for pipes, sockets and devices. */
const notRegular = 'not a regular file'

/**
 * The first bytes of a file, fewer if it is shorter.
 *
 * @throws Refusal `file_unreadable` when it is no file that can be read
 */
export async function firstBytes({ name, path }: GivenFile, count: number): Promise<Buffer> {
  try {
    // Nobody may ever write to a pipe; opening it would wait for that.
    const file = await open(path, constants.O_RDONLY | constants.O_NONBLOCK)
    try {
      const found = await file.stat()
      if (!found.isFile() && !found.isDirectory()) {
        throw refuse('file_unreadable', { file: name, reason: notRegular })
      }
      const { buffer, bytesRead } = await file.read(Buffer.alloc(count), 0, count, 0)
      return buffer.subarray(0, bytesRead)
    } finally {
      await file.close()
    }
  } catch (error) {
    if (error instanceof Refusal) throw error
    const { code } = error as NodeJS.ErrnoException
    throw refuse('file_unreadable', { file: name, reason: code ?? 'unknown' }, { cause: error })
  }
}

/** @throws Refusal `file_unreadable` */
export async function assertReadable(given: GivenFile): Promise<void> {
  await firstBytes(given, 1)
}
