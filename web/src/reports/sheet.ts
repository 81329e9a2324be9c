import { strToU8, zipSync } from 'fflate'
import { parseDay } from '../../../src/values/day.ts'
import type { Cell } from './report.ts'

/** The kind of a column's cells. */
export type SheetKind = 'text' | 'day' | 'count' | 'money' | 'percent'

export interface SheetColumn {
  readonly title: string
  readonly kind: SheetKind
}

/** The place of a column's style in `cellXfs`, and its width in characters. */
const kinds: Readonly<Record<SheetKind, { readonly style: number; readonly width: number }>> = {
  text: { style: 0, width: 22 },
  day: { style: 1, width: 12 },
  count: { style: 2, width: 16 },
  money: { style: 3, width: 18 },
  percent: { style: 4, width: 12 },
}
const headStyle = 5

/**
 * Writes a workbook with one sheet (Office Open XML). Numbers keep all their digits, days are dates, and
 * unknown cells are empty.
 */
export function toWorkbook(
  columns: readonly SheetColumn[],
  rows: readonly (readonly Cell[])[],
): Uint8Array<ArrayBuffer> {
  const files = { ...parts, 'xl/worksheets/sheet1.xml': sheetOf(columns, rows) }
  const bytes = Object.entries(files).map(([name, text]) => [name, strToU8(text)] as const)
  return zipSync(Object.fromEntries(bytes)) as Uint8Array<ArrayBuffer>
}

function sheetOf(columns: readonly SheetColumn[], rows: readonly (readonly Cell[])[]): string {
  const head = columns.map(({ title }, place) => textCell(addressOf(place, 1), title, headStyle))
  const lines = rows.map((cells, at) => {
    const row = at + 2
    const written = cells.map((cell, place) =>
      writeCell(columns[place]!.kind, addressOf(place, row), cell),
    )
    return `<row r="${row}">${written.join('')}</row>`
  })
  const sizes = columns.map(
    ({ kind }, place) =>
      `<col min="${place + 1}" max="${place + 1}" width="${kinds[kind].width}" customWidth="1"/>`,
  )
  return [
    `${xmlHead}<worksheet xmlns="${main}">`,
    '<sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews>',
    `<cols>${sizes.join('')}</cols>`,
    `<sheetData><row r="1">${head.join('')}</row>${lines.join('')}</sheetData>`,
    '</worksheet>',
  ].join('')
}

function writeCell(kind: SheetKind, address: string, cell: Cell): string {
  if (cell === null) return ''
  if (kind === 'text') return textCell(address, cell, kinds.text.style)
  const value = kind === 'day' ? serialOf(cell) : cell
  return `<c r="${address}" s="${kinds[kind].style}"><v>${value}</v></c>`
}

const textCell = (address: string, text: string, style: number): string =>
  `<c r="${address}" s="${style}" t="inlineStr"><is><t xml:space="preserve">${escaped(text)}</t></is></c>`

/** Days since 30 December 1899, as sheets count them. */
const serialOf = (day: string): number => parseDay(day)! - parseDay('1899-12-30')!

/** `A1` for the first column and row. */
function addressOf(place: number, row: number): string {
  let letters = ''
  for (let rest = place + 1; rest > 0; rest = Math.floor((rest - 1) / 26)) {
    letters = String.fromCharCode(65 + ((rest - 1) % 26)) + letters
  }
  return `${letters}${row}`
}

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' }

/** XML has no control characters but tabs and line ends, and no half of a surrogate pair. */
const escaped = (text: string): string =>
  text
    .toWellFormed()
    // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what XML refuses
    .replace(/[\0-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]/g, '')
    .replace(/[&<>]/g, (sign) => entities[sign]!)

const xmlHead = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
const formats = 'http://schemas.openxmlformats.org'
const main = `${formats}/spreadsheetml/2006/main`
const types = 'application/vnd.openxmlformats'
const cellFormats = [
  '<xf numFmtId="0" fontId="0" fillId="0" borderId="0"/>',
  '<xf numFmtId="164" fontId="0" fillId="0" borderId="0" applyNumberFormat="1"/>',
  '<xf numFmtId="3" fontId="0" fillId="0" borderId="0" applyNumberFormat="1"/>',
  '<xf numFmtId="4" fontId="0" fillId="0" borderId="0" applyNumberFormat="1"/>',
  '<xf numFmtId="10" fontId="0" fillId="0" borderId="0" applyNumberFormat="1"/>',
  '<xf numFmtId="0" fontId="1" fillId="0" borderId="0" applyFont="1"/>',
]

/** Every part of a workbook but its sheet. */
const parts: Readonly<Record<string, string>> = {
  '[Content_Types].xml': [
    `${xmlHead}<Types xmlns="${formats}/package/2006/content-types">`,
    `<Default Extension="rels" ContentType="${types}-package.relationships+xml"/>`,
    '<Default Extension="xml" ContentType="application/xml"/>',
    `<Override PartName="/xl/workbook.xml" ContentType="${types}-officedocument.spreadsheetml.sheet.main+xml"/>`,
    `<Override PartName="/xl/styles.xml" ContentType="${types}-officedocument.spreadsheetml.styles+xml"/>`,
    `<Override PartName="/xl/worksheets/sheet1.xml" ContentType="${types}-officedocument.spreadsheetml.worksheet+xml"/>`,
    '</Types>',
  ].join(''),
  '_rels/.rels': relationships([['officeDocument', 'xl/workbook.xml']]),
  'xl/workbook.xml': `${xmlHead}<workbook xmlns="${main}" xmlns:r="${formats}/officeDocument/2006/relationships"><sheets><sheet name="Figures" sheetId="1" r:id="rId1"/></sheets></workbook>`,
  'xl/_rels/workbook.xml.rels': relationships([
    ['worksheet', 'worksheets/sheet1.xml'],
    ['styles', 'styles.xml'],
  ]),
  'xl/styles.xml': [
    `${xmlHead}<styleSheet xmlns="${main}">`,
    '<numFmts count="1"><numFmt numFmtId="164" formatCode="yyyy\\-mm\\-dd"/></numFmts>',
    '<fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts>',
    '<fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills>',
    '<borders count="1"><border/></borders>',
    '<cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs>',
    `<cellXfs count="${cellFormats.length}">${cellFormats.join('')}</cellXfs>`,
    '</styleSheet>',
  ].join(''),
}

function relationships(targets: readonly (readonly [type: string, target: string])[]): string {
  const each = targets.map(
    ([type, target], place) =>
      `<Relationship Id="rId${place + 1}" Type="${formats}/officeDocument/2006/relationships/${type}" Target="${target}"/>`,
  )
  return `${xmlHead}<Relationships xmlns="${formats}/package/2006/relationships">${each.join('')}</Relationships>`
}
