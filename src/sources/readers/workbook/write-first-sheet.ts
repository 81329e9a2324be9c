import { createWriteStream } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import { csvCell } from '../../../values/csv.ts'
import { boundUnpacked } from '../bound-unpacked.ts'
import type { GivenFile } from '../input-file.ts'
import type { Reading } from '../reading.ts'
import { ZipArchive } from '../zip-archive.ts'
import { readDateStyles } from './date-styles.ts'
import { readSharedTexts } from './shared-texts.ts'
import { sheetRows } from './sheet-rows.ts'
import { findParts, type WorkbookFile } from './workbook.ts'

/**
 * Writes the first sheet of an Excel workbook as a CSV. Its lines are the rows of the sheet, so that
 * errors name these. A workbook without a sheet gives an empty file.
 *
 * @param packedBytes the size of the file that was given
 * @throws Refusal when the workbook is damaged or exceeds a limit
 */
export function writeFirstSheet(
  file: GivenFile,
  target: string,
  packedBytes: number,
  reading: Reading,
): Promise<void> {
  const { signal } = reading
  return ZipArchive.with(file, (archive) => {
    const csv = csvOf({ file, archive, packedBytes, reading })
    // A sheet may refer to a long text from each of its cells.
    const bounded = boundUnpacked(csv, file.name, packedBytes, reading)
    return pipeline(bounded, createWriteStream(target), { signal })
  })
}

const chunkCharacters = 65_536

async function* csvOf(book: WorkbookFile): AsyncGenerator<string> {
  const { sheet, styles, texts, isFrom1904 } = await findParts(book)
  if (sheet === null) return
  const context = {
    texts: await readSharedTexts(book, texts),
    dateStyles: await readDateStyles(book, styles),
    isFrom1904,
  }
  let line = 1
  /** Of the first row, which is the header: sheets do not store empty cells at the end of a row. */
  let width = 0
  let text = ''
  for await (const rows of sheetRows(book, sheet, context)) {
    for (const { number, cells } of rows) {
      width ||= cells.length
      const missing = Math.max(0, width - cells.length)
      text += `${'\n'.repeat(number - line)}${cells.map(csvCell).join(',')}${','.repeat(missing)}\n`
      line = number + 1
      if (text.length < chunkCharacters) continue
      yield text
      text = ''
    }
  }
  if (text !== '') yield text
}
