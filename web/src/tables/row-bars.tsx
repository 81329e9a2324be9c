import { useFormats } from '../figures/formats.ts'
import { titleOf } from '../figures/metrics.ts'
import { isMetric, isSum, writeCell } from '../reports/metrics.ts'
import type { NameOf } from '../reports/names.ts'
import type { Cells, ReportResult } from '../reports/report.ts'
import styles from './row-bars.module.css'

/** The first rows of a report; more would be longer than a screen. */
const maxBars = 31

/**
 * The first metric of a report's rows as bars. Nothing for a ratio, or where fewer than two rows have a value above
 * zero. Screen readers skip them, because the table has the figures.
 */
export function RowBars({ report, nameOf }: { report: ReportResult; nameOf: NameOf }) {
  const formats = useFormats()
  const metric = report.metrics.find(isMetric)
  if (!metric || !isSum(metric)) return null
  const amountOf = (row: Cells) => Number(row[metric] ?? 0)
  const rows = report.rows.filter((row) => amountOf(row) > 0).slice(0, maxBars)
  if (rows.length < 2) return null
  const longest = Math.max(...rows.map(amountOf))
  const shown = report.dimensions.filter(
    (name) => !(name === 'app_id' && report.dimensions.includes('app_name')),
  )
  return (
    <figure className={styles.bars} aria-hidden="true">
      <figcaption>{titleOf(metric)}</figcaption>
      {rows.map((row) => {
        const names = shown.flatMap((name) => (row[name] == null ? [] : nameOf(name, row[name])))
        return (
          <div key={names.join(' ')}>
            <span className={styles.name}>{names.join(' · ')}</span>
            <span style={{ inlineSize: `${(amountOf(row) / longest) * 100}%` }} />
            <b className="number">{writeCell(formats, row, metric, metric)}</b>
          </div>
        )
      })}
    </figure>
  )
}
