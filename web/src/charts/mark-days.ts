import type uPlot from 'uplot'
import type { DayState } from './day-states.ts'
import { colourOf } from './palette.ts'

const daySeconds = 86_400
const hatchGap = 6

/**
 * Draws what the figures themselves do not tell: hatches days that may still change, and greys
 * those of which nothing was reported. Dots mark days of which this is not known.
 *
 * @param kind bars are cut by the hatching; lines are left whole before it
 */
export function markDays(
  plot: uPlot,
  seconds: readonly number[],
  states: readonly DayState[],
  kind: 'bars' | 'lines',
): void {
  const { ctx, bbox, root } = plot
  const stroke = colourOf(root, kind === 'bars' ? '--card' : '--band')
  const band = colourOf(root, '--band')
  ctx.save()
  ctx.beginPath()
  ctx.rect(bbox.left, bbox.top, bbox.width, bbox.height)
  ctx.clip()
  for (const [place, state] of states.entries()) {
    if (state === 'final') continue
    const middle = seconds[place]!
    const [one, other] = [-0.5, 0.5].map((part) =>
      plot.valToPos(middle + part * daySeconds, 'x', true),
    )
    const [from, to] = [Math.min(one!, other!), Math.max(one!, other!)]
    if (state === 'missing') {
      ctx.fillStyle = band
      ctx.fillRect(from, bbox.top, to - from, bbox.height)
    } else if (state === 'unknown') {
      dot(ctx, from, to, bbox, stroke)
    } else {
      hatch(ctx, from, to, bbox, stroke)
    }
  }
  ctx.restore()
}

/** Diagonal lines. In the colour of the paper they cut the figures and cannot be seen elsewhere. */
function hatch(
  ctx: CanvasRenderingContext2D,
  from: number,
  to: number,
  { top, height }: uPlot.BBox,
  colour: string,
): void {
  const gap = hatchGap * devicePixelRatio
  ctx.save()
  ctx.beginPath()
  ctx.rect(from, top, to - from, height)
  ctx.clip()
  ctx.strokeStyle = colour
  ctx.lineWidth = gap / 3
  ctx.beginPath()
  // Begins at a multiple of the gap, so that the lines of neighbouring days meet.
  for (let x = Math.floor((from - height) / gap) * gap; x < to; x += gap) {
    ctx.moveTo(x, top + height)
    ctx.lineTo(x + height, top)
  }
  ctx.stroke()
  ctx.restore()
}

/** A grid of dots, which is told from hatching at a glance. */
function dot(
  ctx: CanvasRenderingContext2D,
  from: number,
  to: number,
  { top, height }: uPlot.BBox,
  colour: string,
): void {
  const gap = hatchGap * devicePixelRatio
  ctx.fillStyle = colour
  for (let x = Math.ceil(from / gap) * gap; x < to; x += gap) {
    for (let y = top; y < top + height; y += gap) ctx.fillRect(x, y, gap / 2, gap / 2)
  }
}
