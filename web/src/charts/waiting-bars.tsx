import { barOf, type PlotArea } from './plot-area.ts'
import { expectedOf, type Waiting } from './waiting.ts'
import styles from './waiting-bars.module.css'

export interface WaitingBarsProps {
  readonly area: PlotArea
  readonly periods: readonly string[]
  /** What was reported of each period. */
  readonly totals: readonly (number | null)[]
  readonly waiting: readonly (readonly Waiting[])[]
}

/** Where nothing is expected, the segment has no height of its own. */
const unknownPx = 14

/** Missing reports: dashed segments above the bars, as high as the revenue that they are expected to have. */
export function WaitingBars({ area, periods, totals, waiting }: WaitingBarsProps) {
  const segments = periods.flatMap((period, place) => {
    const lacking = waiting[place] ?? []
    if (lacking.length === 0) return []
    const { from, to } = barOf(area, period)
    const reported = Math.max(totals[place] ?? 0, 0)
    const expected = expectedOf(lacking)
    const start = Math.round(area.y(reported)) - 1
    const end =
      expected === null ? start - unknownPx : Math.round(area.y(reported + Number(expected)))
    return `M${from + 0.5} ${start}V${Math.min(end, start - 3)}H${to - 0.5}V${start}`
  })
  return <path className={styles.waiting} data-mark="waiting" d={segments.join('')} />
}
