import { randomUUID } from 'node:crypto'
import { mkdir, open, readdir, rename, rm, statfs } from 'node:fs/promises'
import { dirname } from 'node:path'
import { unpackTar } from '../../storage/files/tar.ts'
import type { BackupManifest } from '../../use-cases/backup/manifest.ts'
import type { OpenedBackup } from '../../use-cases/backup/opened-backup.ts'
import { megabytes } from '../../values/megabytes.ts'
import { UnusableStoreError } from '../../values/unusable-store-error.ts'
import { receiveBackup } from './receive-backup.ts'

/**
 * Writes a backup as a folder, which appears when it is whole.
 *
 * @throws UnusableStoreError when the folder has files, or its disk has no room
 */
export async function writeBackup(
  folder: string,
  { head, archive }: Pick<OpenedBackup, 'head' | 'archive'>,
  onBytes: (bytes: number) => void,
): Promise<BackupManifest> {
  await refuseUsed(folder)
  await mkdir(dirname(folder), { recursive: true, mode: 0o700 })
  await refuseFull(dirname(folder), head.bytes)
  const draft = `${folder}.partial-${randomUUID().slice(0, 8)}`
  try {
    await mkdir(draft, { mode: 0o700 })
    const place = `The backup in ${draft}`
    const files = unpackTar(archive, place)
    const manifest = await receiveBackup({ place, files }, draft, onBytes)
    await sync(draft)
    await rename(draft, folder).catch((cause: NodeJS.ErrnoException) => {
      throw new UnusableStoreError(
        `The backup could not be moved to ${folder} (${cause.code}). Choose a folder that does not exist yet.`,
        { cause },
      )
    })
    await sync(dirname(folder))
    return manifest
  } finally {
    await rm(draft, { recursive: true, force: true })
  }
}

/** @throws UnusableStoreError when the folder has files */
export async function refuseUsed(folder: string): Promise<void> {
  const names = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return []
    throw new UnusableStoreError(`${folder} cannot be used (${error.code}). Choose a new folder.`)
  })
  if (names.length === 0) return
  throw new UnusableStoreError(
    `${folder} is not empty. Each backup has a folder of its own; choose a new one.`,
  )
}

async function refuseFull(folder: string, bytes: number): Promise<void> {
  const { bavail, bsize } = await statfs(folder)
  if (bavail * bsize > bytes) return
  throw new UnusableStoreError(
    `${folder} has ${megabytes(bavail * bsize)} free, and the backup needs ${megabytes(bytes)}. Free some space, then try again.`,
  )
}

async function sync(path: string): Promise<void> {
  const folder = await open(path, 'r')
  await folder.sync().finally(() => folder.close())
}
