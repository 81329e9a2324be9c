import { PatternCircles, PatternLines } from '@visx/pattern'
import { BarStack } from '@visx/shape'
import { memo, useId } from 'react'
import { barOf, type DrawnSeries } from './plot-area.ts'

/**
 * Stacked bars: positive values up from zero, negative ones down. Those that are not final are
 * hatched, those of which that is unknown are dotted, in the colour of the background.
 */
export const Bars = memo(function Bars({ area, days, series }: DrawnSeries) {
  const id = useId()
  const edges = days.map((day) => barOf(area, day))
  const places = days.map((_, place) => place)
  const zero = Math.round(area.y(0))
  return (
    <>
      <PatternLines
        id={`${id}-open`}
        width={7}
        height={7}
        stroke="var(--hatching)"
        strokeWidth={1.6}
        orientation={['diagonal']}
      />
      <PatternCircles id={`${id}-unknown`} width={6} height={6} radius={1.5} fill="var(--card)" />
      <BarStack
        data={places}
        keys={series.map((_, nth) => nth)}
        value={(place, nth) => series[nth]!.values[place] ?? 0}
        offset="diverging"
        x={(place) => days[place]!}
        xScale={area.x}
        yScale={area.y}
        color={(nth) => series[nth]!.colour}
      >
        {(stacks) =>
          stacks.map(({ key, bars }) => {
            const { colour, states, ...one } = series[key]!
            // One path for each series and mark: thousands of elements take a browser too long.
            const pathOf = (wanted: (place: number) => boolean) =>
              bars
                .filter(({ height, index }) => height > 0 && wanted(index))
                .map(({ y, height, index }) => {
                  const { from, to } = edges[index]!
                  const [start, end] = withGap(Math.round(y), Math.round(y + height), zero)
                  return `M${from} ${start}H${to}V${end}H${from}Z`
                })
                .join('')
            const isUnknown = (place: number) => states[place] === 'unknown'
            const isOpen = (place: number) => states[place] !== 'final' && !isUnknown(place)
            return (
              <g key={one.key ?? 'rest'} data-series={one.key ?? ''}>
                <path fill={colour} d={pathOf(() => true)} />
                <path fill={`url(#${id}-open)`} data-mark="open" d={pathOf(isOpen)} />
                <path fill={`url(#${id}-unknown)`} data-mark="unknown" d={pathOf(isUnknown)} />
              </g>
            )
          })
        }
      </BarStack>
    </>
  )
})

/** The edges of a segment, with a gap of 1 px to the neighbour that is nearer to zero. Thin ones have none. */
function withGap(start: number, end: number, zero: number): [start: number, end: number] {
  if (end - start < 3) return [start, end]
  if (end < zero) return [start, end - 1]
  return [start > zero ? start + 1 : start, end]
}
