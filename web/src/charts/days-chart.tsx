import { type KeyboardEvent, memo, useMemo, useState } from 'react'
import type { FiguresAnswer } from '../api/wire.ts'
import { useFormats } from '../figures/formats.ts'
import { numberOf, titleOf } from '../figures/metrics.ts'
import { seriesName } from '../figures/names.ts'
import { toTotals, totalsAt } from '../figures/sums.ts'
import { usePreferences } from '../layout/preferences.tsx'
import { notesAt, type PlacedNote } from '../notes/notes-of-days.ts'
import { type Breakdown, type ChartMetric, daysBetween } from '../view/view.ts'
import { ChartFrame, useChartFrame } from './chart-frame.tsx'
import { DayNote } from './day-note.tsx'
import { type DayStates, seriesStates } from './day-states.ts'
import styles from './days-chart.module.css'
import { Legend } from './legend.tsx'
import { Plot } from './plot.tsx'
import { barOf, longestLabelPx, plotArea } from './plot-area.ts'
import { type UnusualDays, unusualMarks, unusualText } from './unusual-days.ts'

export interface DaysChartProps {
  readonly figures: FiguresAnswer
  readonly metric: ChartMetric
  readonly by: Breakdown
  readonly nameOf: (key: string) => string
  /** The CSS colour of a group; null is all others. */
  readonly colourOf: (key: string | null) => string
  readonly states: DayStates
  /** Of revenue; marked on bars. */
  readonly unusual: UnusualDays
  readonly notes?: readonly PlacedNote[]
  /** Adds a note to a day; absent for those who may not. */
  readonly onNote?: ((day: string) => void) | undefined
}

const noNotes: readonly PlacedNote[] = []

/** A metric by day: amounts as stacked bars, eCPM as a line for each group. */
export const DaysChart = memo(function DaysChart({
  figures,
  metric,
  by,
  nameOf,
  colourOf,
  states,
  unusual,
  notes = noNotes,
  onNote,
}: DaysChartProps) {
  const formats = useFormats()
  const { hasSingleKeys } = usePreferences()
  const [hidden, setHidden] = useState<ReadonlySet<string | null>>(new Set())
  const frame = useChartFrame()
  const { size, pointed } = frame
  const kind = metric === 'revenue' ? 'bars' : 'lines'
  const days = useMemo(
    () => daysBetween(figures.start_date, figures.end_date),
    [figures.start_date, figures.end_date],
  )
  const all = useMemo(() => {
    const keys = figures.series.map(({ key }) => key)
    const byDay = seriesStates(by, keys, states)
    return figures.series.map(({ key, days: own }, nth) => ({
      key,
      colour: colourOf(key),
      values: days.map((_, place) => numberOf(metric, totalsAt(own, place))),
      isFinal: byDay[nth]!.map((state) => state === 'final'),
      isUnknown: byDay[nth]!.map((state) => state === 'unknown'),
    }))
  }, [figures, days, metric, by, colourOf, states])
  const shown = useMemo(() => all.filter(({ key }) => !hidden.has(key)), [all, hidden])
  const marks = useMemo(
    () => (kind === 'lines' ? [] : unusualMarks(days, unusual)),
    [kind, days, unusual],
  )
  const area = useMemo(() => {
    if (!size) return null
    const labelPx = longestLabelPx(days, (day) => formats.day(day, 'axis'), size.rem)
    return plotArea(kind, days, shown, { ...size, labelPx })
  }, [size, kind, days, shown, formats])
  const missing = states.states.flatMap((state, place) => (state === 'missing' ? [place] : []))
  const addNote = (event: KeyboardEvent) => {
    const isPlain = !(event.ctrlKey || event.metaKey || event.altKey)
    if (event.key === 'n' && isPlain && hasSingleKeys && onNote) {
      event.preventDefault()
      onNote(days[pointed ?? days.length - 1]!)
    }
  }
  const toggle = (key: string | null) => {
    const next = new Set(hidden)
    if (!next.delete(key)) next.add(key)
    setHidden(next)
  }
  const title = `${titleOf(metric)} by day`
  const total = formats.metric(metric, toTotals(figures.total))
  return (
    <div className={styles.chart}>
      <ChartFrame
        frame={frame}
        label={`${title}. Use the arrow keys to go from day to day${onNote ? ', and N to add a note' : ''}. The table has the same figures.`}
        length={days.length}
        onKeyDown={addNote}
      >
        {area && (
          <Plot
            kind={kind}
            area={area}
            days={days}
            series={shown}
            missing={missing}
            marks={marks}
            notes={notes}
            description={[
              `${kind === 'bars' ? 'Stacked bars' : 'Lines'} of ${formats.range(figures.start_date, figures.end_date)}`,
              `of ${shown.map(({ key }) => seriesName(key, nameOf)).join(', ')}. All together: ${total}.`,
              ...(marks.length > 0
                ? [
                    `${unusualText(marks.map(({ place }) => formats.day(days[place]!, 'axis')).join(', '))}.`,
                  ]
                : []),
            ].join(' ')}
            writeDay={(day) => formats.day(day, 'axis')}
            writeValue={(value) => formats.short(metric, value)}
            pointed={pointed}
            onPoint={frame.point}
          />
        )}
        {area && pointed !== null && days[pointed] !== undefined && (
          <DayNote
            figures={figures}
            metric={metric}
            nameOf={nameOf}
            colourOf={colourOf}
            states={states}
            unusual={kind === 'bars' ? unusual : null}
            notes={notesAt(notes, pointed)}
            day={days[pointed]}
            place={pointed}
            bar={barOf(area, days[pointed])}
            width={area.width}
            rem={area.rem}
          />
        )}
      </ChartFrame>
      <Legend
        series={all}
        hidden={hidden}
        onToggle={toggle}
        nameOf={nameOf}
        hasMissing={missing.length > 0}
        hasUnusual={marks.length > 0}
        hasNotes={notes.length > 0}
      />
    </div>
  )
})
