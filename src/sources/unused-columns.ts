import { maxCharactersShown } from './bad-cells.ts'
import { at } from './readers/read-json.ts'
import type { RecognisedFile } from './recognise.ts'
import { findColumn, firstRows, type ReportFile } from './report-file.ts'
import type { CellReader, Report } from './source.ts'

/** Rates and averages, which are computed from sums: `eCPM`, `Match rate`, `clickRate`, `顯示率 (%)`. */
const computed = [
  /cpm|rpm|arp[dum]|per ?mille|%/i,
  /(^|[^a-z])(ctr|rate)/i,
  /[a-z]Rate/,
  /imps \/ a[uv]/i,
]

/** Columns that are listed; a file may have thousands. */
const maxListed = 100

/**
 * The columns of reports that figures are not read from, in their order. Columns that Adtally computes itself are
 * not among them. Of a JSON answer, columns are the members of its rows.
 *
 * @returns each once, at most 100; empty when all are used
 */
export function unusedColumns(files: readonly RecognisedFile[]): string[] {
  const unused = new Set(files.flatMap(unusedOf))
  return [...unused].slice(0, maxListed).map((column) => column.slice(0, maxCharactersShown))
}

function unusedOf({ file, report }: RecognisedFile): string[] {
  const columns = columnsOf(file, report)
  const used = new Set<string>()
  // Every cell is empty, so that a row is asked for all its alternatives.
  const cell: CellReader = (column) => {
    const found = findColumn(columns, column)
    if (found !== null) used.add(found)
    return ''
  }
  for (const column of report.columns) cell(column)
  report.read(cell, cell)
  const isUnused = (column: string) => column !== '' && !used.has(column)
  return columns.filter((column) => isUnused(column) && !computed.some((rate) => rate.test(column)))
}

/** Members that contain others are not columns: the source takes them apart. */
function columnsOf(file: ReportFile, report: Report): readonly string[] {
  if (file.kind === 'table') return file.columns
  const members = firstRows(file.answer, report).flatMap((row) => Object.entries(at(row) ?? {}))
  return members.flatMap(([name, value]) => (typeof value === 'object' ? [] : [name]))
}
