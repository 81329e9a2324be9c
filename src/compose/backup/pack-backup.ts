import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import type { FrozenFile } from '../../storage/duckdb/frozen-file.ts'
import { type ArchivedFile, packTar } from '../../storage/files/tar.ts'
import {
  type BackupFile,
  type BackupManifest,
  backupFiles,
} from '../../use-cases/backup/manifest.ts'

/** After so long without reading, a backup is given up: the log of the figures grows meanwhile. */
const stallMs = 600_000

export interface BackupParts {
  readonly frozen: FrozenFile
  readonly records: { readonly path: string; readonly bytes: number }
  readonly sealedSecret: string | null
  readonly described: Omit<BackupManifest, 'files'>
  /** Ends a backup that nobody reads. */
  readonly giveUp: () => Promise<void>
}

/** The archive of a backup. */
export async function* packBackup(parts: BackupParts): AsyncGenerator<Uint8Array> {
  const { described, giveUp } = parts
  const archive = packTar(filesOf(parts), new Date(described.made_at))
  let isGivenUp = false
  for await (const piece of archive) {
    const timer = setTimeout(() => {
      isGivenUp = true
      void giveUp()
    }, stallMs).unref()
    try {
      yield piece
    } finally {
      clearTimeout(timer)
    }
    if (isGivenUp) throw new Error('The backup was given up, because it was not read for too long.')
  }
}

async function* filesOf(parts: BackupParts): AsyncGenerator<ArchivedFile> {
  const { frozen, records, sealedSecret, described } = parts
  const files: BackupFile[] = []
  async function* hashed(
    name: BackupFile['name'],
    bytes: number,
    content: AsyncIterable<Uint8Array>,
  ) {
    const hash = createHash('sha256')
    for await (const piece of content) {
      hash.update(piece)
      yield piece
    }
    files.push({ name, bytes, sha256: hash.digest('hex') })
  }
  const fileOf = (
    name: BackupFile['name'],
    bytes: number,
    content: AsyncIterable<Uint8Array>,
  ): ArchivedFile => ({ name, bytes, content: hashed(name, bytes, content) })

  yield fileOf(backupFiles.figures, frozen.bytes, frozen.read())
  yield fileOf(backupFiles.records, records.bytes, createReadStream(records.path))
  if (sealedSecret !== null) {
    const bytes = Buffer.from(sealedSecret)
    yield fileOf(backupFiles.secret, bytes.length, once(bytes))
  }
  const manifest: BackupManifest = { ...described, files }
  const text = Buffer.from(`${JSON.stringify(manifest, null, 2)}\n`)
  yield { name: backupFiles.manifest, bytes: text.length, content: once(text) }
}

async function* once(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes
}
