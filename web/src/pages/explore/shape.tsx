import { FilterPicker } from '../../controls/filter-picker.tsx'
import { titleOf } from '../../figures/metrics.ts'
import { dimensionTitle } from '../../reports/names.ts'
import {
  type Beside,
  besides,
  isTime,
  maxRowDimensions,
  metricsKnownBy,
  type ReportView,
  type RowDimension,
  reportMetrics,
  rowDimensions,
} from '../../view/report-view.ts'
import styles from '../report-cards/report-cards.module.css'
import { Having } from './having.tsx'

export interface ShapeProps {
  readonly view: ReportView
  readonly onChange: (change: Partial<ReportView>) => void
}

/** Chooses rows, columns and the comparison. */
export function Shape({ view, onChange }: ShapeProps) {
  const { rows, across, metrics, beside, compare, isSideBySide } = view
  const hasBoth = compare !== 'none' && !isSideBySide
  const shown = besides.filter((name) => hasBoth || name === 'share')
  const isBeside = (name: string): name is Beside => (besides as readonly string[]).includes(name)
  const known = metricsKnownBy(across === null ? rows : [...rows, across])
  const options = [
    ...known.map((key) => ({ key, name: titleOf(key) })),
    ...shown.map((key) => ({ key, name: besideTitles[key] })),
  ]
  const choose = (keys: readonly string[]) =>
    onChange({
      metrics: reportMetrics.filter((name) => keys.includes(name)),
      beside: [...beside.filter((name) => !shown.includes(name)), ...keys.filter(isBeside)],
    })
  return (
    <div className={`toolbar ${styles.shape}`} role="toolbar" aria-label="Rows and columns">
      {Array.from({ length: Math.min(rows.length + 1, maxRowDimensions) }, (_, place) => (
        <Dimension
          key={place}
          title={place === 0 ? 'Rows' : 'Then'}
          chosen={rows[place] ?? null}
          isNeeded={place === 0}
          without={across === null ? [] : [across]}
          onChoose={(name) => onChange({ rows: withRow(rows, place, name) })}
        />
      ))}
      <Dimension
        title="Across"
        chosen={across}
        without={rows}
        onChoose={(name) => onChange({ across: name })}
      />
      <FilterPicker
        title="Columns"
        options={options}
        chosen={[...metrics, ...beside.filter((name) => shown.includes(name))]}
        onChange={choose}
      />
      <Having having={view.having} onChange={(having) => onChange({ having })} />
      <label className={styles.tick}>
        <input
          type="checkbox"
          checked={isSideBySide}
          onChange={({ target }) =>
            onChange({
              isSideBySide: target.checked,
              compare: compare === 'none' ? 'usual' : compare,
            })
          }
        />
        Side by side
      </label>
    </div>
  )
}

/** Rows with a dimension at a place; null takes it away. Where it was before, the replaced one goes. */
function withRow(rows: readonly RowDimension[], place: number, name: RowDimension | null) {
  const old = rows[place]
  if (name === null) return rows.toSpliced(place, 1)
  const others = rows.map((one) => {
    const isTaken = one === name || (isTime(one) && isTime(name))
    return isTaken ? old : one
  })
  const next = others.toSpliced(place, 1, name)
  return next.filter((one) => one !== undefined).filter((one, at, all) => all.indexOf(one) === at)
}

interface DimensionProps {
  readonly title: string
  readonly chosen: RowDimension | null
  /** Whether there has to be one. */
  readonly isNeeded?: boolean
  /** Those that it cannot be. */
  readonly without: readonly RowDimension[]
  readonly onChoose: (name: RowDimension | null) => void
}

function Dimension({ title, chosen, isNeeded = false, without, onChoose }: DimensionProps) {
  const hasTime = without.some(isTime)
  const possible = rowDimensions.filter(
    (name) => !without.includes(name) && !(hasTime && isTime(name)),
  )
  return (
    <label className={styles.choice}>
      <span>{title}</span>
      <select
        value={chosen ?? ''}
        onChange={({ target }) => onChoose((target.value || null) as RowDimension | null)}
      >
        {!isNeeded && <option value="">–</option>}
        {possible.map((name) => (
          <option key={name} value={name}>
            {dimensionTitle(name)}
          </option>
        ))}
      </select>
    </label>
  )
}

const besideTitles = { share: 'Share', previous: 'Before', change: 'Change' }
