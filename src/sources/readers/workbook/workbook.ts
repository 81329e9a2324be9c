import { posix } from 'node:path'
import { boundUnpacked } from '../bound-unpacked.ts'
import type { GivenFile } from '../input-file.ts'
import { limitExceeded, type Reading } from '../reading.ts'
import type { ZipArchive } from '../zip-archive.ts'
import { damagedWorkbook, parseWhole, type XmlListener } from './parse-xml.ts'

/** An opened workbook. */
export interface WorkbookFile {
  readonly file: GivenFile
  readonly archive: ZipArchive
  /** The size of the file that was given. */
  readonly packedBytes: number
  readonly reading: Reading
}

/** Where the parts of a workbook are in its archive. */
export interface WorkbookParts {
  /** The first sheet that is not hidden; null when there is none. */
  readonly sheet: string | null
  readonly styles: string | null
  readonly texts: string | null
  /** Whether days are counted from 1904, as in workbooks of old Macs. */
  readonly isFrom1904: boolean
}

interface Relation {
  readonly target: string
  readonly type: string
}

/**
 * Counts what is kept of a part.
 *
 * @returns takes bytes of memory, and throws a Refusal `limit_exceeded` once they are too many
 */
export function countKept({ file, reading }: WorkbookFile): (bytes: number) => void {
  let kept = 0
  return (bytes) => {
    kept += bytes
    if (kept > reading.limits.workbookTextBytes) {
      throw limitExceeded(file.name, 'workbookTextBytes', reading)
    }
  }
}

/** Finds the parts of a workbook. @throws Refusal when it is damaged */
export async function findParts(book: WorkbookFile): Promise<WorkbookParts> {
  const relations = await readRelations(book)
  const pathOfType = (type: string) =>
    [...relations.values()].find((one) => one.type === type)?.target ?? null
  let isFrom1904 = false
  let sheet: string | null = null
  await readPart(book, 'xl/workbook.xml', {
    opened: (name, attributes) => {
      if (name === 'workbookPr') isFrom1904 = /^(1|true)$/.test(attributes.date1904 ?? '')
      if (name !== 'sheet' || sheet !== null || /hidden/i.test(attributes.state ?? '')) return
      const id = Object.entries(attributes).find(([key]) => /.:id$/.test(key))?.[1]
      const found = relations.get(id ?? '')
      if (found?.type === 'worksheet') sheet = found.target
    },
  })
  return { sheet, styles: pathOfType('styles'), texts: pathOfType('sharedStrings'), isFrom1904 }
}

/** About what an entry of a map takes besides its texts. */
export const mapEntryBytes = 128

async function readRelations(book: WorkbookFile): Promise<ReadonlyMap<string, Relation>> {
  const found = new Map<string, Relation>()
  const keep = countKept(book)
  await readPart(book, 'xl/_rels/workbook.xml.rels', {
    opened: (name, { Id = '', Target = '', Type = '' }) => {
      if (name !== 'Relationship') return
      keep(mapEntryBytes + 2 * (Id.length + Target.length + Type.length))
      const target = Target.startsWith('/') ? Target.slice(1) : posix.join('xl', Target)
      found.set(Id, { target, type: posix.basename(Type) })
    },
  })
  return found
}

/** @throws Refusal when the workbook does not have the part */
export async function readPart(
  book: WorkbookFile,
  path: string,
  listener: XmlListener,
): Promise<void> {
  await parseWhole(book.file.name, partOf(book, path), listener, book.reading)
}

/** The bytes of a part. @throws Refusal when the workbook does not have it, or it is too large */
export function partOf(
  { file, archive, packedBytes, reading }: WorkbookFile,
  path: string,
): AsyncGenerator<Buffer> {
  const entry = archive.entry(path)
  if (!entry) throw damagedWorkbook(file.name)
  return boundUnpacked(archive.read(entry), file.name, packedBytes, reading)
}
