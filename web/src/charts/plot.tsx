import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react'
import uPlot from 'uplot'
import 'uplot/dist/uPlot.min.css'
import { usePreferences } from '../layout/preferences.tsx'
import { drawBars } from './draw-bars.ts'
import { colourOf } from './palette.ts'

export interface PlotLine {
  readonly label: string
  readonly variable: string
  readonly values: readonly (number | null)[]
}

export interface PlotProps {
  /** Bars are stacked: values are the tops of the bars, lowest series first. */
  readonly kind: 'bars' | 'lines'
  /** Days as seconds since 1970. */
  readonly seconds: readonly number[]
  readonly lines: readonly PlotLine[]
  readonly writeDay: (seconds: number) => string
  readonly writeValue: (value: number) => string
  /** Draws over the figures. */
  readonly drawOver: (plot: uPlot) => void
  /** Called with the selected day's index; null for none. */
  readonly onPoint: (place: number | null) => void
  /** The index of the selected day. */
  readonly pointed: number | null
}

const height = 300

/** A chart of days on a canvas. It is hidden from screen readers; its frame describes it. */
export function Plot(props: PlotProps) {
  const frame = useRef<HTMLDivElement>(null)
  const plot = useRef<uPlot | null>(null)
  const { theme, direction } = usePreferences()
  const { kind, seconds, lines, drawOver, pointed } = props
  const latest = useLatest(props)

  useLayoutEffect(() => {
    const element = frame.current!
    const draw = () => {
      plot.current?.destroy()
      const data = [seconds, ...lines.map(({ values }) => values)] as uPlot.AlignedData
      const options = plotOptions(element, latest, direction === 'rtl', kind, lines)
      plot.current = new uPlot(options, data, element)
    }
    draw()
    const resized = new ResizeObserver(() =>
      plot.current?.setSize({ width: element.clientWidth, height }),
    )
    resized.observe(element)
    const dark = matchMedia('(prefers-color-scheme: dark)')
    dark.addEventListener('change', draw)
    return () => {
      resized.disconnect()
      dark.removeEventListener('change', draw)
      plot.current?.destroy()
      plot.current = null
    }
  }, [kind, seconds, lines, theme, direction, latest])

  useEffect(() => plot.current?.redraw(false), [drawOver])

  useEffect(() => {
    const drawn = plot.current
    if (!drawn || drawn.cursor.idx === pointed) return
    const left = pointed === null ? -10 : drawn.valToPos(seconds[pointed]!, 'x')
    drawn.setCursor({ left, top: pointed === null ? -10 : height / 3 }, false)
  }, [pointed, seconds])

  return <div ref={frame} className="plot" aria-hidden="true" style={{ minHeight: height }} />
}

function useLatest<Value>(value: Value): RefObject<Value> {
  const latest = useRef(value)
  useLayoutEffect(() => {
    latest.current = value
  })
  return latest
}

function plotOptions(
  element: HTMLElement,
  latest: RefObject<PlotProps>,
  mirrored: boolean,
  kind: PlotProps['kind'],
  lines: readonly PlotLine[],
): uPlot.Options {
  const ink = colourOf(element, '--soft')
  const grid = { stroke: colourOf(element, '--line'), width: 1 }
  const rem = Number.parseFloat(getComputedStyle(document.documentElement).fontSize)
  const font = `${rem * 0.76}px ${getComputedStyle(element).fontFamily}`
  const axis = { stroke: ink, font, ticks: { show: false } }
  return {
    width: element.clientWidth,
    height,
    legend: { show: false },
    padding: [12, mirrored ? 4 : 12, 0, mirrored ? 12 : 4],
    cursor: { y: false, drag: { x: false, y: false }, points: { show: kind === 'lines' } },
    scales: {
      x: { time: false, dir: mirrored ? -1 : 1, range: (_, min, max) => halfADayMore(min, max) },
      y: { range: (_, min, max) => fromZero(min, max) },
    },
    axes: [
      {
        ...axis,
        grid: { show: false },
        size: rem * 1.75,
        space: rem * 3.6,
        incrs: dayIncrements,
        values: (_, at) => at.map((seconds) => latest.current.writeDay(seconds)),
      },
      {
        ...axis,
        grid,
        side: mirrored ? 1 : 3,
        size: rem * 4,
        values: (_, at) => at.map((value) => latest.current.writeValue(value)),
      },
    ],
    series: [
      {},
      ...lines.map(({ label, variable }): uPlot.Series => {
        if (kind === 'bars') return { label, paths: () => null, points: { show: false } }
        return { label, stroke: colourOf(element, variable), width: 2, spanGaps: false }
      }),
    ],
    hooks: {
      draw: [
        (plot) => {
          const { seconds, drawOver } = latest.current
          if (kind === 'bars') drawBars(plot, seconds, lines)
          drawOver(plot)
        },
      ],
      setCursor: [(plot) => latest.current.onPoint(plot.cursor.idx ?? null)],
    },
  }
}

const daySeconds = 86_400
const dayIncrements = [1, 2, 3, 7, 14, 28, 56, 91, 182, 364, 728, 1_820].map((n) => n * daySeconds)

/** Leaves room for the first and the last bar. */
function halfADayMore(min: number, max: number): uPlot.Range.MinMax {
  return [min - daySeconds / 2, max + daySeconds / 2]
}

/** The axis always includes zero, so that bars are comparable. */
function fromZero(min: number | null, max: number | null): uPlot.Range.MinMax {
  const [low, high] = [Math.min(min ?? 0, 0), Math.max(max ?? 0, 0)]
  if (low === 0 && high === 0) return [0, 1]
  const [from, to] = uPlot.rangeNum(low, high, 0.05, true)
  return [low === 0 ? 0 : from!, high === 0 ? 0 : to!]
}
