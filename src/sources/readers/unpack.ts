import { createReadStream, createWriteStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'
import { Refusal } from '../../values/refusal.ts'
import { refuse } from '../refusals.ts'
import { boundUnpacked } from './bound-unpacked.ts'
import { firstBytes } from './first-bytes.ts'
import type { GivenFile } from './input-file.ts'
import type { Reading } from './reading.ts'
import { ZipArchive } from './zip-archive.ts'

/** A file that is not packed. A workbook is an archive, and stays one. */
export interface UnpackedFile {
  readonly path: string
  /** Tells the format: of a zip archive, the name of the file in it. */
  readonly innerName: string
  readonly isWorkbook: boolean
  /** The size of what was given. */
  readonly packedBytes: number
}

/** A file is packed in an archive, and may be gzipped there. */
const maxLayers = 2

const marks = {
  gzip: Buffer.from([0x1f, 0x8b]),
  zip: Buffer.from('PK\u0003\u0004'),
  emptyZip: Buffer.from('PK\u0005\u0006'),
  /** Excel's format until 2003, and workbooks with a password. */
  oldWorkbook: Buffer.from([0xd0, 0xcf, 0x11, 0xe0]),
} as const

/** A packed file, and where to unpack it. */
interface Packed {
  readonly file: GivenFile
  readonly target: string
  readonly bound: (chunks: AsyncIterable<Buffer>) => AsyncGenerator<Buffer>
  readonly signal: AbortSignal
}

/**
 * Unpacks gzip, and zip archives that contain a single file, whatever their names are.
 *
 * @param workDirectory for unpacked copies; the caller removes it
 * @throws Refusal when the file is not accepted
 */
export async function unpack(
  given: GivenFile,
  workDirectory: string,
  index: number,
  reading: Reading,
): Promise<UnpackedFile> {
  const { name } = given
  let file = given
  let innerName = name
  for (let layer = 0; ; layer++) {
    const head = await firstBytes(file, 4)
    const isOf = (mark: Buffer) => head.subarray(0, mark.length).equals(mark)
    if (isOf(marks.oldWorkbook)) throw refuse('workbook_unreadable', { file: name, fault: 'old' })
    const isZip = isOf(marks.zip) || isOf(marks.emptyZip)
    const isWorkbook = isZip && (await hasWorkbook(file))
    // Layers multiply, so each is compared with what was given.
    const { size: packedBytes } = await stat(given.path)
    if (isWorkbook || (!isZip && !isOf(marks.gzip))) {
      return { path: file.path, innerName, isWorkbook, packedBytes }
    }
    if (layer === maxLayers) throw refuse('zip_unreadable', { file: name, fault: 'layers' })
    const target = join(workDirectory, `unpacked-${index}-${layer}`)
    const bound = (chunks: AsyncIterable<Buffer>) =>
      boundUnpacked(chunks, name, packedBytes, reading)
    const packed: Packed = { file, target, bound, signal: reading.signal }
    if (isZip) innerName = await unzip(packed)
    else await gunzip(packed)
    file = { name, path: target }
  }
}

async function gunzip({ file, target, bound, signal }: Packed): Promise<void> {
  const unzipped = createGunzip({ chunkSize: 65_536 })
  try {
    const source = createReadStream(file.path)
    await pipeline(source, unzipped, bound, createWriteStream(target), { signal })
  } catch (error) {
    if (error instanceof Refusal) throw error
    if (!(error as NodeJS.ErrnoException).code?.startsWith('Z_')) throw error
    throw refuse('gzip_damaged', { file: file.name }, { cause: error })
  }
}

/** The files that systems put into archives on their own. */
const isLeftBehind = /(^|\/)(\.[^/]*|__MACOSX\/.*|thumbs\.db|desktop\.ini)$/i
/** Files and characters that a refusal shows. */
const shown = { files: 5, characters: 200 }

/** @returns the name of the file in the archive */
function unzip({ file, target, bound, signal }: Packed): Promise<string> {
  return ZipArchive.with(file, async (archive) => {
    const entries = archive.entries.filter(({ fileName }) => !isLeftBehind.test(fileName))
    const [entry, ...others] = entries
    if (!entry || others.length > 0) {
      const first = entries.slice(0, shown.files)
      const names = first.map(({ fileName }) => fileName.slice(0, shown.characters))
      throw refuse('zip_not_single', { file: file.name, names, count: entries.length })
    }
    await pipeline(bound(archive.read(entry)), createWriteStream(target), { signal })
    return entry.fileName
  })
}

/** @throws Refusal `workbook_unreadable` for documents of other programs */
function hasWorkbook(file: GivenFile): Promise<boolean> {
  return ZipArchive.with(file, async (archive) => {
    if (archive.entry('xl/workbook.xml')) return true
    const isDocument = archive.entry('[Content_Types].xml') ?? archive.entry('content.xml')
    if (isDocument) throw refuse('workbook_unreadable', { file: file.name, fault: 'other' })
    return false
  })
}
