import { chartsTexts } from '../texts/en/charts.tsx'
import type { PlotSeries } from './plot-area.ts'
import { Swatch } from './swatch.tsx'

export interface LegendMarksProps {
  /** The drawn ones. */
  readonly series: readonly PlotSeries[]
  /** Whether nothing was reported of some days. */
  readonly hasMissing: boolean
  readonly hasUnusual: boolean
  readonly hasNotes: boolean
}

/** Explains the marks that a chart has, in items of its legend. */
export function LegendMarks({ series, hasMissing, hasUnusual, hasNotes }: LegendMarksProps) {
  const has = (mark: (one: PlotSeries, place: number) => boolean) =>
    series.some((one) => one.values.some((value, place) => value !== null && mark(one, place)))
  return (
    <>
      {has(({ isFinal, isUnknown }, place) => !isFinal[place] && !isUnknown[place]) && (
        <li>
          <Swatch mark="open" />
          {chartsTexts.notFinal}
        </li>
      )}
      {has(({ isUnknown }, place) => isUnknown[place]!) && (
        <li>
          <Swatch mark="unknown" />
          {chartsTexts.unknownWhetherFinal}
        </li>
      )}
      {hasMissing && (
        <li>
          <Swatch mark="missing" />
          {chartsTexts.notReported}
        </li>
      )}
      {hasUnusual && (
        <li>
          <span aria-hidden="true">▲▼</span>
          {chartsTexts.unusualDay}
        </li>
      )}
      {hasNotes && (
        <li>
          <Swatch mark="note" />
          {chartsTexts.note}
        </li>
      )}
    </>
  )
}
