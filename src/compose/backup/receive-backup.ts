import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { type FileHandle, open, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { type ArchivedFile, unpackTar } from '../../storage/files/tar.ts'
import {
  type BackupManifest,
  backupFiles,
  parseBackupManifest,
  readManifestFormat,
} from '../../use-cases/backup/manifest.ts'
import { UnusableStoreError } from '../../values/unusable-store-error.ts'

const names: readonly string[] = Object.values(backupFiles)
/** Of the manifest and the secret. */
const maxSmallBytes = 1_048_576
const large: readonly string[] = [backupFiles.figures, backupFiles.records]

/** A backup that is read: a folder, or an archive. */
export interface BackupSource {
  /** Its name in messages. */
  readonly place: string
  readonly files: AsyncIterable<ArchivedFile>
}

/**
 * Opens a backup.
 *
 * @param from the path of a folder or an archive; null for an archive on `stdin`
 */
export async function openBackup(
  from: string | null,
  stdin: AsyncIterable<Uint8Array>,
): Promise<BackupSource> {
  if (from === null) {
    const place = 'The backup on standard input'
    return { place, files: unpackTar(stdin, place) }
  }
  const found = await stat(from).catch(() => null)
  if (!found) throw new UnusableStoreError(`There is no backup ${from}. Check the path.`)
  if (found.isDirectory()) return { place: from, files: filesIn(from) }
  return { place: from, files: unpackTar(createReadStream(from), from) }
}

async function* filesIn(folder: string): AsyncGenerator<ArchivedFile> {
  for (const name of names) {
    const path = join(folder, name)
    const found = await stat(path).catch(() => null)
    if (found?.isFile()) yield { name, bytes: found.size, content: createReadStream(path) }
  }
}

/**
 * Writes the files of a backup to a folder and checks them against their manifest.
 *
 * @param onBytes is called with the size of each piece, in bytes
 * @throws UnusableStoreError when the backup is not whole, was changed, or is a newer release's
 */
export async function receiveBackup(
  { place, files }: BackupSource,
  folder: string,
  onBytes: (bytes: number) => void = () => undefined,
): Promise<BackupManifest> {
  const received = new Map<string, { readonly bytes: number; readonly sha256: string }>()
  for await (const { name, bytes, content } of files) {
    const isTooLarge = !large.includes(name) && bytes > maxSmallBytes
    if (!names.includes(name) || received.has(name) || isTooLarge) {
      throw new UnusableStoreError(`${place} is no backup of Adtally: it contains ${name}.`)
    }
    const sha256 = await writeWhole(join(folder, name), content, onBytes)
    received.set(name, { bytes, sha256 })
  }
  if (!received.has(backupFiles.manifest)) {
    throw new UnusableStoreError(
      `${place} has no ${backupFiles.manifest}: it is no backup, or the backup was interrupted. Restore another one.`,
    )
  }
  const manifest = readManifest(place, await readFile(join(folder, backupFiles.manifest), 'utf8'))
  for (const { name, bytes, sha256 } of manifest.files) {
    const file = received.get(name)
    if (file?.bytes === bytes && file.sha256 === sha256) continue
    const fault = file ? 'is not as it was written: its checksum differs' : 'is missing'
    throw new UnusableStoreError(`${name} of ${place} ${fault}. Restore another backup.`)
  }
  const listed = manifest.files.map(({ name }) => name)
  const isWhole = large.every((name) => listed.some((other) => other === name))
  if (!isWhole || listed.length !== received.size - 1) throw unreadable(place)
  return manifest
}

function readManifest(place: string, text: string): BackupManifest {
  const manifest = parseBackupManifest(text)
  if (manifest) return manifest
  const other = readManifestFormat(text)
  if (!other || other.format === 1) throw unreadable(place)
  throw new UnusableStoreError(
    `${place} was made by Adtally ${other.adtally}, in a format that this release does not know. Restore it with that release.`,
  )
}

const unreadable = (place: string) =>
  new UnusableStoreError(
    `The ${backupFiles.manifest} of ${place} is damaged. Restore another backup.`,
  )

/** Writes a new file for its owner alone, to the disk. @returns its SHA-256 hash */
async function writeWhole(
  path: string,
  content: AsyncIterable<Uint8Array>,
  onBytes: (bytes: number) => void,
): Promise<string> {
  const hash = createHash('sha256')
  const file: FileHandle = await open(path, 'wx', 0o600)
  try {
    for await (const piece of content) {
      hash.update(piece)
      await file.writeFile(piece)
      onBytes(piece.length)
    }
    await file.sync()
  } catch (cause) {
    const { code } = cause as NodeJS.ErrnoException
    if (code !== 'ENOSPC' && code !== 'EDQUOT') throw cause
    throw new UnusableStoreError(
      `The disk of ${path} is full. Nothing is left there; free some space, then try again.`,
      { cause },
    )
  } finally {
    await file.close()
  }
  return hash.digest('hex')
}
