import type uPlot from 'uplot'
import { colourOf } from './palette.ts'

/** The part of a day's room that its bar takes, and the most that one takes in pixels of the page. */
const barPart = 0.8
const widestBar = 48

/**
 * Draws piles of bars: each value from where the one below it ends, on whole pixels. Paths of
 * hundreds of bars take a browser without a graphics processor a tenth of a second.
 *
 * @param piles where each value of each series ends, the lowest series first
 */
export function drawBars(
  plot: uPlot,
  seconds: readonly number[],
  piles: readonly { variable: string; values: readonly (number | null)[] }[],
): void {
  const { ctx, bbox, root } = plot
  const room = bbox.width / Math.max(seconds.length, 1)
  const width = Math.max(Math.min(Math.floor(room * barPart), widestBar * devicePixelRatio), 1)
  const zero = Math.round(plot.valToPos(0, 'y', true))
  const left = seconds.map((at) => Math.round(plot.valToPos(at, 'x', true) - width / 2))
  const up = new Array<number>(seconds.length).fill(zero)
  const down = new Array<number>(seconds.length).fill(zero)
  ctx.save()
  for (const { variable, values } of piles) {
    ctx.fillStyle = colourOf(root, variable)
    for (const [day, value] of values.entries()) {
      if (value === null) continue
      const end = Math.round(plot.valToPos(value, 'y', true))
      // A value that takes away lies below zero, which is further down the page.
      const pile = end > zero ? down : up
      const start = pile[day]!
      ctx.fillRect(left[day]!, Math.min(start, end), width, Math.abs(end - start))
      pile[day] = end
    }
  }
  ctx.restore()
}
