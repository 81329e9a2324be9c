import { stat, statfs } from 'node:fs/promises'
import type { DataDirectory } from '../config/data-directory.ts'
import { isBeyondLimits } from '../staging/engine-limits.ts'
import type { SliceStore } from '../staging/slice-store.ts'
import { refuse } from '../use-cases/refusals.ts'
import type { Call } from '../use-cases/use-case.ts'

/** An import may write its data twice: as it is staged or unpacked, and as it is stored. */
const copies = 2
/** A staged row with its slice, changes and labels; more than any that was measured. */
const bytesPerRow = 100

/** Refuses imports that could fill the disk before they read their files, and whatever did fill it or the engine. */
export function guardCall(call: Call, directory: DataDirectory): Call {
  return async (useCase, request, io) => {
    if (useCase.takesFiles) {
      const sizes = await Promise.all((io?.files ?? []).map(({ path }) => sizeOf(path)))
      await refuseFullDisk(
        directory,
        sizes.reduce((sum, size) => sum + size, 0),
      )
    }
    return call(useCase, request, io).catch((error: Error) => {
      if (isOutOfSpace(error)) throw refuse('disk_filled', {}, { cause: error })
      const isBeyond = isBeyondLimits(error) || isBeyondLimits(error.cause)
      throw isBeyond ? refuse('engine_limit', {}, { cause: error }) : error
    })
  }
}

/** DuckDB and SQLite say so in their messages alone. */
const isOutOfSpace = ({ message }: Error): boolean =>
  /no space left|ENOSPC|database or disk is full/i.test(message)

/** Refuses commits that could fill the disk: a compressed file has more rows than its size tells. */
export function guardSlices(slices: SliceStore, directory: DataDirectory): SliceStore {
  return {
    withScratch: (work) => slices.withScratch(work),
    read: (work) => slices.read(work),
    write: (work) =>
      slices.write((write) =>
        work({
          ...write,
          commit: async (staged, ...planned) => {
            await refuseFullDisk(directory, staged.rowCount * bytesPerRow)
            await write.commit(staged, ...planned)
          },
        }),
      ),
    undo: (importId, undo) => slices.undo(importId, undo),
    removeAccount: (accountId, finish) => slices.removeAccount(accountId, finish),
  }
}

/** @throws Refusal `disk_full` when there is no room to import this many bytes */
export async function refuseFullDisk(directory: DataDirectory, bytes: number): Promise<void> {
  const room = await roomFor(directory, bytes)
  if (room.freeBytes < room.neededBytes) throw refuse('disk_full', room)
}

/** Whether this many bytes can be written twice and still leave the space free that imports leave. */
export async function hasRoom(directory: DataDirectory, bytes: number): Promise<boolean> {
  const { freeBytes, neededBytes } = await roomFor(directory, bytes)
  return freeBytes >= neededBytes
}

async function roomFor({ root, limits }: DataDirectory, bytes: number) {
  const { bavail, bsize } = await statfs(root)
  return { freeBytes: bavail * bsize, neededBytes: copies * bytes + limits.freeSpaceBytes }
}

/** The reader refuses what cannot be read. */
const sizeOf = async (path: string): Promise<number> =>
  (await stat(path).catch(() => null))?.size ?? 0
