import { useMemo } from 'react'
import { none, useFormats } from '../figures/formats.ts'
import { titleOf } from '../figures/metrics.ts'
import { type AcrossAnswer, cellKey } from '../reports/across.ts'
import { isMetric, writeMetric } from '../reports/metrics.ts'
import type { Cells } from '../reports/report.ts'
import { type DataColumn, DataTable } from './data-table.tsx'
import { extremes, Heat } from './heat.tsx'
import styles from './report-table.module.css'
import { keyOf, type RowsProps, valueColumns } from './report-table.tsx'
import { ReportValue } from './report-value.tsx'

/** One metric by rows, with a column for each value of another dimension, and the totals of both. */
export function AcrossTable({
  report,
  across,
  nameOf,
  isHeated,
  sorting,
  onSort,
  onValue,
  onRow,
}: RowsProps & { readonly across: AcrossAnswer }) {
  const formats = useFormats()
  const columns = useMemo((): DataColumn<Cells>[] => {
    const metric = report.metrics.find(isMetric)!
    const write = (value: string | null) => writeMetric(formats, metric, value)
    const valueAt = (row: Cells, key: string) =>
      across.cells.get(cellKey([...report.dimensions.map((name) => row[name] ?? null), key]))
    const of = isHeated ? extremes([...across.cells.values()]) : null
    return [
      ...valueColumns(report, nameOf, onValue),
      {
        id: metric,
        sortsFirst: 'descending',
        header: titleOf(metric),
        isNumber: true,
        footer: write(report.totals[metric] ?? null),
        cell: (row) => <b>{write(row[metric] ?? null)}</b>,
      },
      ...across.columns.map(
        ({ key, total }): DataColumn<Cells> => ({
          id: `in ${key}`,
          header: <ReportValue dimension={across.across} value={key} {...{ nameOf, onValue }} />,
          isNumber: true,
          footer: write(total),
          cell: (row) => {
            const value = valueAt(row, key)
            if (value === undefined) return none
            return (
              <Heat value={value} of={of}>
                {write(value)}
              </Heat>
            )
          },
        }),
      ),
    ]
  }, [report, across, nameOf, isHeated, onValue, formats])
  return (
    <DataTable
      label={`Figures by ${report.dimensions.join(', ')} and ${across.across}`}
      className={styles.report!}
      columns={columns}
      rows={report.rows}
      keyOf={(row) => keyOf(report, row)}
      {...(sorting && { sorting })}
      {...(onSort && { onSort })}
      {...(onRow && { onRow })}
    />
  )
}
