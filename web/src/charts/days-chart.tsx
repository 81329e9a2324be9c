import { type KeyboardEvent, useCallback, useMemo, useState } from 'react'
import type uPlot from 'uplot'
import { parseDay } from '../../../src/values/day.ts'
import type { FiguresAnswer } from '../api/wire.ts'
import { useFormats } from '../figures/formats.ts'
import { numberOf, titleOf } from '../figures/metrics.ts'
import { seriesName } from '../figures/names.ts'
import { totalsAt } from '../figures/sums.ts'
import { usePreferences } from '../layout/preferences.tsx'
import { type ChartMetric, daysBetween } from '../view/view.ts'
import { DayNote } from './day-note.tsx'
import type { DayStates } from './day-states.ts'
import { Legend } from './legend.tsx'
import { markDays } from './mark-days.ts'
import { variableOf } from './palette.ts'
import { Plot } from './plot.tsx'
import { stack } from './stack.ts'

export interface DaysChartProps {
  readonly figures: FiguresAnswer
  readonly metric: ChartMetric
  readonly nameOf: (key: string) => string
  readonly states: DayStates
}

const daySeconds = 86_400

/** A metric by day: amounts as stacked bars, eCPM as a line for each group. */
export function DaysChart({ figures, metric, nameOf, states }: DaysChartProps) {
  const formats = useFormats()
  const { direction } = usePreferences()
  const [pointed, setPointed] = useState<number | null>(null)
  const days = useMemo(
    () => daysBetween(figures.start_date, figures.end_date),
    [figures.start_date, figures.end_date],
  )
  const seconds = useMemo(() => days.map((day) => parseDay(day)! * daySeconds), [days])
  const kind = metric === 'revenue' ? 'bars' : 'lines'
  const lines = useMemo(() => {
    const columns = figures.series.map((series) =>
      days.map((_, place) => numberOf(metric, totalsAt(series.days, place))),
    )
    const drawn = kind === 'bars' ? stack(columns) : columns
    return figures.series.map(({ key }, place) => ({
      label: seriesName(key, nameOf),
      variable: variableOf(key, place),
      values: drawn[place]!,
    }))
  }, [figures, days, metric, kind, nameOf])

  const drawOver = useCallback(
    (plot: uPlot) => markDays(plot, seconds, states.states, kind),
    [seconds, states, kind],
  )
  const move = (event: KeyboardEvent) => {
    const step = steps[event.key as keyof typeof steps]
    if (step === undefined) return
    event.preventDefault()
    const last = days.length - 1
    const way = direction === 'rtl' ? -step : step
    setPointed((place) => {
      if (event.key === 'Escape') return null
      if (Math.abs(step) === Number.POSITIVE_INFINITY) return step < 0 ? 0 : last
      return Math.min(Math.max((place ?? (way > 0 ? -1 : last + 1)) + way, 0), last)
    })
  }
  const title = `${titleOf(metric)} by day`
  return (
    <div className="days-chart">
      {/* biome-ignore lint/a11y/useSemanticElements: a chart with keyboard navigation */}
      <div
        role="group"
        aria-roledescription="chart"
        aria-label={`${title}. Use the arrow keys to go from day to day. The table has the same figures.`}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: it handles the arrow keys
        tabIndex={0}
        className="days-chart-frame"
        onKeyDown={move}
        onBlur={() => setPointed(null)}
      >
        <Plot
          kind={kind}
          seconds={seconds}
          lines={lines}
          writeDay={(at) => writeDay(at, formats)}
          writeValue={(value) => formats.short(metric, value)}
          drawOver={drawOver}
          onPoint={setPointed}
          pointed={pointed}
        />
        {pointed !== null && days[pointed] !== undefined && (
          <DayNote
            figures={figures}
            metric={metric}
            nameOf={nameOf}
            states={states}
            day={days[pointed]}
            place={pointed}
            part={pointed / Math.max(days.length - 1, 1)}
          />
        )}
      </div>
      <Legend series={figures.series} nameOf={nameOf} states={states} />
    </div>
  )
}

const steps = {
  ArrowRight: 1,
  ArrowLeft: -1,
  PageDown: 7,
  PageUp: -7,
  Home: Number.NEGATIVE_INFINITY,
  End: Number.POSITIVE_INFINITY,
  Escape: 0,
} as const

function writeDay(seconds: number, formats: ReturnType<typeof useFormats>): string {
  const day = new Date(seconds * 1_000).toISOString().slice(0, 10)
  return formats.day(day, 'axis')
}
