import { limitExceeded } from '../reading.ts'
import { countKept, readPart, type WorkbookFile } from './workbook.ts'

/** Excel writes characters that XML cannot have like this: `_x000D_`. */
const escapedCharacter = /_x([\dA-F]{4})_/gi

export const unescapeText = (text: string): string =>
  text.replace(escapedCharacter, (_, code: string) =>
    String.fromCharCode(Number.parseInt(code, 16)),
  )

/** Breaks of lines as blanks. The lookbehind keeps the time linear in the length. */
export const oneLine = (text: string): string => text.replace(/(?<!\s)\s*[\r\n]\s*/g, ' ')

/** The texts that cells refer to by number. @throws Refusal `limit_exceeded` when they are too many */
export async function readSharedTexts(
  book: WorkbookFile,
  path: string | null,
): Promise<readonly string[]> {
  const texts: string[] = []
  if (path === null) return texts
  const { reading } = book
  const keep = countKept(book)
  let current = ''
  let isText = false
  let isReadingAid = false
  await readPart(book, path, {
    opened: (name) => {
      if (name === 'rPh') isReadingAid = true
      isText = name === 't' && !isReadingAid
      if (name === 'si') current = ''
    },
    text: (text) => {
      if (!isText) return
      current += text
      // A text may be in any number of elements.
      if (current.length > reading.limits.lineBytes) {
        throw limitExceeded(book.file.name, 'lineBytes', reading)
      }
    },
    closed: (name) => {
      isText = false
      if (name === 'rPh') isReadingAid = false
      if (name !== 'si') return
      // An empty text takes memory too.
      keep(8 + 2 * current.length)
      texts.push(oneLine(unescapeText(current)))
    },
  })
  return texts
}
