import { LinePath } from '@visx/shape'
import { bandOf, type PlotArea, type PlotSeries } from './plot-area.ts'

export interface LinesProps {
  readonly area: PlotArea
  readonly days: readonly string[]
  readonly series: readonly PlotSeries[]
  readonly pointed: number | null
}

/** A line for each series, with gaps where it has no values. It is dashed where it is not final. */
export function Lines({ area, days, series, pointed }: LinesProps) {
  const places = days.map((_, place) => place)
  const centre = (place: number) => {
    const { from, to } = bandOf(area, days[place]!)
    return (from + to) / 2
  }
  return series.map(({ key, colour, values, isFinal }) => {
    const height = (place: number) => area.y(values[place] ?? 0)
    const has = (place: number) => values[place] != null
    // A piece between a final day and another one belongs to the dashes.
    const isDashed = (place: number) => [-1, 0, 1].some((step) => isFinal[place + step] === false)
    const line = {
      data: places,
      x: centre,
      y: height,
      stroke: colour,
      strokeWidth: 2,
      strokeLinecap: 'round',
    } as const
    return (
      <g key={key ?? 'rest'} data-series={key ?? ''}>
        <LinePath {...line} defined={(place) => has(place) && isFinal[place]!} />
        <LinePath
          {...line}
          data-mark="open"
          strokeDasharray="3 4"
          defined={(place) => has(place) && isDashed(place)}
        />
        {pointed !== null && has(pointed) && (
          <circle cx={centre(pointed)} cy={height(pointed)} r={4} fill={colour} />
        )}
      </g>
    )
  })
}
