import type uPlot from 'uplot'
import { colourOf } from './palette.ts'

/** The share of a day's width that its bar takes. */
const barShare = 0.8
const maxBarPx = 48

/**
 * Draws stacked bars on whole pixels. Rectangles, because paths of hundreds of bars take a tenth of
 * a second in a browser without a GPU.
 *
 * @param stacked the top of each bar by series, lowest series first
 */
export function drawBars(
  plot: uPlot,
  seconds: readonly number[],
  stacked: readonly { variable: string; values: readonly (number | null)[] }[],
): void {
  const { ctx, bbox, root } = plot
  const dayWidth = bbox.width / Math.max(seconds.length, 1)
  const width = Math.max(Math.min(Math.floor(dayWidth * barShare), maxBarPx * devicePixelRatio), 1)
  const zero = Math.round(plot.valToPos(0, 'y', true))
  const left = seconds.map((at) => Math.round(plot.valToPos(at, 'x', true) - width / 2))
  const up = new Array<number>(seconds.length).fill(zero)
  const down = new Array<number>(seconds.length).fill(zero)
  ctx.save()
  for (const { variable, values } of stacked) {
    ctx.fillStyle = colourOf(root, variable)
    for (const [day, value] of values.entries()) {
      if (value === null) continue
      const end = Math.round(plot.valToPos(value, 'y', true))
      // Negative bars are below zero: larger y.
      const ends = end > zero ? down : up
      const start = ends[day]!
      ctx.fillRect(left[day]!, Math.min(start, end), width, Math.abs(end - start))
      ends[day] = end
    }
  }
  ctx.restore()
}
