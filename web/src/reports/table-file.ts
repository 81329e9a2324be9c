import { withoutFormula } from '../../../src/values/csv.ts'
import { isTime } from '../view/report-view.ts'
import { type AcrossAnswer, cellKey } from './across.ts'
import { isMetric, metricStyle } from './metrics.ts'
import type { NameOf } from './names.ts'
import type { Cell, ReportResult } from './report.ts'
import type { SheetColumn, SheetKind } from './sheet.ts'

/** The first rows of a table, with their columns of another dimension. */
export interface TableAnswer {
  readonly report: ReportResult
  readonly across: AcrossAnswer | null
}

/** A column of a file: its name in the report, and how its cells are written. */
export interface FileColumn extends SheetColumn {
  readonly name: string
}

/** The columns of a report as they come, with those of a comparison. */
export function fileColumns(report: ReportResult): FileColumn[] {
  const { dimensions, metrics, compared, currency } = report
  return [
    ...dimensions.flatMap((name) => {
      const kind = isTime(name) ? 'day' : 'text'
      return compared && kind === 'day'
        ? [fileColumn(name, kind), fileColumn(`previous_${name}`, kind)]
        : [fileColumn(name, kind)]
    }),
    ...metrics.filter(isMetric).flatMap((name) => {
      const kind = metricStyle(name)
      const unit = kind === 'money' ? ` (${currency})` : ''
      const own = fileColumn(name, kind, unit)
      if (!compared) return [own]
      return [
        own,
        ...(compared.isOfReportedDays ? [fileColumn(`compared_${name}`, kind, unit)] : []),
        fileColumn(`previous_${name}`, kind, unit),
        fileColumn(`change_${name}`, 'percent'),
      ]
    }),
  ]
}

const fileColumn = (name: string, kind: SheetKind, unit = ''): FileColumn => ({
  name,
  title: `${name}${unit}`,
  kind,
})

/** The rows of a report, for a sheet. */
export const fileRows = (report: ReportResult): Cell[][] => {
  const columns = fileColumns(report)
  return report.rows.map((row) => columns.map(({ name }) => row[name] ?? null))
}

/** The shown rows with tabs between cells, for the clipboard. */
export function toClipboard({ report, across }: TableAnswer, nameOf: NameOf): string {
  const { dimensions, metrics } = report
  // Beside columns across, only the first metric is shown, and no comparison.
  const names = [...dimensions, metrics.find(isMetric)]
  const kept = fileColumns(report).filter(({ name }) => !across || names.includes(name))
  const added = across?.columns ?? []
  const head = [
    ...kept.map(({ title }) => title),
    ...added.map(({ key }) => plain(nameOf(across!.across, key))),
  ]
  const lines = report.rows.map((row) => {
    const values = dimensions.map((name) => row[name] ?? null)
    return [
      ...kept.map(({ name, kind }) => {
        const value = row[name] ?? ''
        return value === '' || kind !== 'text' ? value : plain(nameOf(name, value))
      }),
      ...added.map(({ key }) => across!.cells.get(cellKey([...values, key])) ?? ''),
    ]
  })
  return [head, ...lines].map((cells) => cells.join('\t')).join('\r\n')
}

const plain = (text: string): string => withoutFormula(text.replaceAll(/\s+/g, ' '))
