import { LinePath } from '@visx/shape'
import { memo } from 'react'
import { centreOf, type DrawnSeries } from './plot-area.ts'

/** A line for each series, with gaps where it has no values. It is dashed where it is not final. */
export const Lines = memo(function Lines({ area, days, series }: DrawnSeries) {
  const places = days.map((_, place) => place)
  const centre = (place: number) => centreOf(area, days[place]!)
  return series.map(({ key, colour, values, states }) => {
    const height = (place: number) => area.y(values[place] ?? 0)
    const has = (place: number) => values[place] != null
    // A piece between a final day and another one belongs to the dashes.
    const isDashed = (place: number) =>
      states.slice(Math.max(place - 1, 0), place + 2).some((state) => state !== 'final')
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
        <LinePath {...line} defined={(place) => has(place) && states[place] === 'final'} />
        <LinePath
          {...line}
          data-mark="open"
          strokeDasharray="3 4"
          defined={(place) => has(place) && isDashed(place)}
        />
      </g>
    )
  })
})

/** The values of the selected day. */
export function Points({ area, days, series, place }: DrawnSeries & { readonly place: number }) {
  return series.map(({ key, colour, values }) => {
    const value = values[place] ?? null
    if (value === null) return null
    return (
      <circle
        key={key ?? 'rest'}
        cx={centreOf(area, days[place]!)}
        cy={area.y(value)}
        r={4}
        fill={colour}
      />
    )
  })
}
