import { countKept, mapEntryBytes, readPart, type WorkbookFile } from './workbook.ts'

/** Excel's own formats of days, with or without a time; other numbers are formats of the workbook. */
const builtInDays: ReadonlySet<number> = new Set([
  ...[14, 15, 16, 17, 22, 27, 28, 29, 30, 31, 36],
  ...[50, 51, 52, 53, 54, 57, 58],
])

/** For each style of a cell, whether it shows a number as a day. */
export async function readDateStyles(
  book: WorkbookFile,
  path: string | null,
): Promise<readonly boolean[]> {
  const formats = new Map<number, boolean>()
  const styles: boolean[] = []
  if (path === null) return styles
  const keep = countKept(book)
  let isInCells = false
  await readPart(book, path, {
    opened: (name, { numFmtId = '0', formatCode = '' }) => {
      if (name === 'numFmt') {
        keep(mapEntryBytes)
        formats.set(Number(numFmtId), showsDay(formatCode))
      }
      if (name === 'cellXfs') isInCells = true
      if (name !== 'xf' || !isInCells) return
      keep(8)
      styles.push(formats.get(Number(numFmtId)) ?? builtInDays.has(Number(numFmtId)))
    },
    closed: (name) => {
      if (name === 'cellXfs') isInCells = false
    },
  })
  return styles
}

/** Whether a format has a year, a day or the name of a month. Quoted, escaped and bracketed text is no part of it. */
export function showsDay(format: string): boolean {
  const bare = format.replace(/"[^"]*"|\[[^[\]]*\]|[\\_*]./g, '')
  return !/general/i.test(bare) && /[yd]|mmm/i.test(bare)
}
