import { dayText, plainNumber } from './cell-text.ts'
import { damagedWorkbook } from './parse-xml.ts'
import { oneLine, unescapeText } from './shared-texts.ts'

/** The parts of a workbook that the cells of a sheet refer to. */
export interface SheetContext {
  readonly texts: readonly string[]
  /** For each style, whether it shows a number as a day. */
  readonly dateStyles: readonly boolean[]
  readonly isFrom1904: boolean
}

/** A cell as it is stored. */
export interface StoredCell {
  /** `n` number, `s` shared text, `inlineStr` and `str` text, `b` boolean, `d` day, `e` error. */
  readonly type: string
  readonly style: number
  value: string
  /** Null for a cell without one. */
  formula: string | null
}

/** The text that a cell shows, on one line. A formula without a result is shown itself. */
export function cellOf(found: StoredCell, context: SheetContext, file: string): string {
  return oneLine(textOf(found, context, file))
}

function textOf(
  { type, style, value, formula }: StoredCell,
  { texts, dateStyles, isFrom1904 }: SheetContext,
  file: string,
): string {
  if (type === 'inlineStr' || type === 'str') return unescapeText(value)
  const stored = value.trim()
  if (stored === '') return formula === null ? '' : `=${formula}`
  if (type === 's') {
    const text = texts[Number(stored)]
    if (text === undefined) throw damagedWorkbook(file)
    return text
  }
  if (type === 'b') return stored === '1' ? 'TRUE' : 'FALSE'
  if (type !== 'n') return stored
  return dateStyles[style] ? dayText(stored, isFrom1904) : plainNumber(stored)
}
