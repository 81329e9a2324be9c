import type uPlot from 'uplot'
import type { DayState } from './day-states.ts'
import { colourOf } from './palette.ts'

const daySeconds = 86_400
const hatchGap = 6

/**
 * Hatches days that may still change, and greys days without reports.
 *
 * @param kind the hatching cuts bars, and is behind lines
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
    } else {
      hatch(ctx, from, to, bbox, stroke)
    }
  }
  ctx.restore()
}

/** Diagonal lines. In the background's colour, they are visible only on bars. */
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
  // Starts at a multiple of the gap, so that lines continue across days.
  for (let x = Math.floor((from - height) / gap) * gap; x < to; x += gap) {
    ctx.moveTo(x, top + height)
    ctx.lineTo(x + height, top)
  }
  ctx.stroke()
  ctx.restore()
}
