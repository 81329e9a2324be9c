import { type KeyboardEvent, useCallback, useMemo } from 'react'
import { useFormats } from '../figures/formats.ts'
import { titleOf } from '../figures/metrics.ts'
import { usePreferences } from '../layout/preferences.tsx'
import { notesAt, notesOfPeriods, type PlacedNote } from '../notes/notes-of-days.ts'
import type { ChartAnswer } from '../reports/chart-answer.ts'
import { isSum, metricStyle } from '../reports/metrics.ts'
import { ChartFrame, useChartFrame } from './chart-frame.tsx'
import { type DayStates, seriesStates } from './day-states.ts'
import styles from './days-chart.module.css'
import { nameInChart } from './name-in-chart.ts'
import { PeriodLegend } from './period-legend.tsx'
import { PeriodNote } from './period-note.tsx'
import { periodStates } from './period-states.ts'
import { Plot } from './plot.tsx'
import { barOf, longestLabelPx, plotArea } from './plot-area.ts'
import { TotalLine } from './total-line.tsx'
import { type UnusualDays, unusualMarks, unusualText } from './unusual-days.ts'
import { expectedOf, waitingByPeriod } from './waiting.ts'
import { WaitingBars } from './waiting-bars.tsx'

export interface PeriodChartProps {
  readonly answer: ChartAnswer
  /** Of a chart with the same scale; may be the same. */
  readonly beside: ChartAnswer
  readonly nameOf: (key: string) => string
  /** The CSS colour of a group; null is all others. */
  readonly colourOf: (key: string | null) => string
  /** Of the days of the answer's range. */
  readonly states: DayStates
  /** Of revenue by day; marked on its bars. */
  readonly unusual: UnusualDays
  /** Placed among the days of the answer's range. */
  readonly notes: readonly PlacedNote[]
  /** Shows only one group; null where nothing can be filtered by them. */
  readonly onGroup: ((key: string) => void) | null
  /** Shows only one period. */
  readonly onPeriod: (period: string) => void
  /** Adds a note to a day; absent for those who may not, and where periods are longer. */
  readonly onNote?: ((day: string) => void) | undefined
}

/** A metric by day, week or month: sums as stacked bars, ratios as lines; the compared range as a dashed line. */
export function PeriodChart(props: PeriodChartProps) {
  const { answer, beside, nameOf, colourOf, states, onGroup, onPeriod, onNote } = props
  const unusual = answer.metric === 'revenue' && answer.grain === 'date' ? props.unusual : null
  const { metric, grain, periods, compared } = answer
  const formats = useFormats()
  const { hasSingleKeys } = usePreferences()
  const frame = useChartFrame()
  const { size, pointed } = frame
  const kind = isSum(metric) ? 'bars' : 'lines'
  const byPeriod = useMemo(() => periodStates(states.states, answer), [states, answer])
  const series = useMemo(() => {
    const keys = answer.series.map(({ key }) => key)
    const ofDays = seriesStates(answer.by, keys, states)
    return answer.series.map(({ key, values }, nth) => ({
      key,
      colour: colourOf(key),
      values: values.map(toNumber),
      states: periodStates(ofDays[nth]!, answer),
    }))
  }, [answer, states, colourOf])
  const marks = useMemo(() => (unusual ? unusualMarks(periods, unusual) : []), [periods, unusual])
  const notes = useMemo(() => notesOfPeriods(props.notes, answer), [props.notes, answer])
  const waiting = useMemo(() => waitingByPeriod(states, answer), [states, answer])
  const isWaiting = metric === 'revenue' && waiting.some((lacking) => lacking.length > 0)
  const missing = byPeriod.flatMap((state, place) => (state === 'missing' ? [place] : []))
  const lines = useMemo(
    () => ({
      now: answer.totals.map(toNumber),
      before: compared?.totals.map(toNumber) ?? [],
      // Bars add up to it; without figures there are none.
      isNowShown: kind === 'lines' || answer.series.length === 0,
    }),
    [answer, compared, kind],
  )
  const writePeriod = useCallback(
    (period: string) => formats.day(period, grain === 'month' ? 'month' : 'axis'),
    [formats, grain],
  )
  const area = useMemo(() => {
    const others = [...beside.totals, ...beside.series.flatMap(({ values }) => values)]
    const reached = [
      ...lines.before,
      ...(isWaiting
        ? waiting.map(
            (lacking, place) => (lines.now[place] ?? 0) + Number(expectedOf(lacking) ?? 0),
          )
        : []),
      ...(lines.isNowShown ? lines.now : []),
      ...(beside === answer ? [] : others.map(toNumber)),
    ]
    if (!size) return null
    const labelPx = longestLabelPx(periods, writePeriod, size.rem)
    return plotArea(kind, periods, series, { ...size, labelPx, reached })
  }, [size, kind, periods, series, lines, waiting, isWaiting, writePeriod, answer, beside])
  const pick = (place: number) => {
    if (periods[place] !== undefined && periods.length > 1) onPeriod(periods[place])
  }
  const addNote = (event: KeyboardEvent) => {
    const isPlain = !(event.ctrlKey || event.metaKey || event.altKey)
    if (event.key !== 'n' || !isPlain || !hasSingleKeys || !onNote) return
    event.preventDefault()
    onNote(periods[pointed ?? periods.length - 1]!)
  }
  const shownNames = [
    ...series.map(({ key }) => nameInChart(answer, key, nameOf)),
    ...(lines.isNowShown ? ['All together'] : []),
  ]
  const title = `${titleOf(metric)} by ${grainNames[grain]}`
  const unusualPeriods = marks.map(({ place }) => writePeriod(periods[place]!)).join(', ')
  return (
    <div className={styles.chart}>
      <ChartFrame
        frame={frame}
        label={howToRead(title, grainNames[grain], onNote !== undefined)}
        length={periods.length}
        onPick={pick}
        onKeyDown={addNote}
      >
        {area && (
          <Plot
            kind={kind}
            area={area}
            days={periods}
            series={series}
            missing={missing}
            description={[
              `${title}, ${formats.range(answer.from, answer.to)}: ${shownNames.join(', ')}.`,
              ...(unusualPeriods === '' ? [] : [`${unusualText(unusualPeriods)}.`]),
            ].join(' ')}
            writeDay={writePeriod}
            writeValue={(value) => formats.brief(metricStyle(metric), value)}
            marks={marks}
            notes={notes}
            pointed={pointed}
            onPoint={frame.point}
          >
            {isWaiting && (
              <WaitingBars area={area} periods={periods} totals={lines.now} waiting={waiting} />
            )}
            {lines.isNowShown && <TotalLine area={area} periods={periods} values={lines.now} />}
            <TotalLine area={area} periods={periods} values={lines.before} isBefore />
          </Plot>
        )}
        {area && pointed !== null && periods[pointed] !== undefined && (
          <PeriodNote
            {...{ answer, nameOf, colourOf }}
            place={pointed}
            state={byPeriod[pointed] ?? 'unknown'}
            waiting={waiting[pointed] ?? []}
            unusual={unusual}
            notes={notesAt(notes, pointed)}
            bar={barOf(area, periods[pointed])}
            width={area.width}
            rem={area.rem}
          />
        )}
      </ChartFrame>
      <PeriodLegend
        {...{ answer, series, nameOf, onGroup }}
        isTotalShown={lines.isNowShown}
        hasMissing={missing.length > 0}
        isWaiting={isWaiting}
        hasUnusual={marks.length > 0}
        hasNotes={notes.length > 0}
      />
    </div>
  )
}

const toNumber = (text: string | null): number | null => (text === null ? null : Number(text))

const grainNames = { date: 'day', week: 'week', month: 'month' }

const howToRead = (title: string, grain: string, mayNote: boolean) =>
  `${title}. Use the arrow keys to go from ${grain} to ${grain}, ${mayNote ? 'N to add a note, ' : ''}and Enter to show only this one. The table has the same figures.`
