import type { PlotSeries } from './plot-area.ts'
import { Swatch } from './swatch.tsx'

export interface LegendMarksProps {
  /** The drawn ones. */
  readonly series: readonly PlotSeries[]
  /** Whether nothing was reported of some days. */
  readonly hasMissing: boolean
  readonly isWaiting: boolean
  readonly hasUnusual: boolean
  readonly hasNotes: boolean
}

/** Explains the marks that a chart has, in items of its legend. */
export function LegendMarks(props: LegendMarksProps) {
  const { series, hasMissing, isWaiting, hasUnusual, hasNotes } = props
  const has = (mark: (one: PlotSeries, place: number) => boolean) =>
    series.some((one) => one.values.some((value, place) => value !== null && mark(one, place)))
  return (
    <>
      {has(({ isFinal, isUnknown }, place) => !isFinal[place] && !isUnknown[place]) && (
        <li>
          <Swatch mark="open" />
          Not final
        </li>
      )}
      {has(({ isUnknown }, place) => isUnknown[place]!) && (
        <li>
          <Swatch mark="unknown" />
          Not known yet whether final
        </li>
      )}
      {hasMissing && (
        <li>
          <Swatch mark="missing" />
          Not reported
        </li>
      )}
      {isWaiting && (
        <li>
          <Swatch mark="waiting" />
          Waiting for a network
        </li>
      )}
      {hasUnusual && (
        <li>
          <span aria-hidden="true">▲▼</span>
          Unusual day
        </li>
      )}
      {hasNotes && (
        <li>
          <Swatch mark="note" />
          Note
        </li>
      )}
    </>
  )
}
