import type { StatusView } from '../../use-cases/status/show-status.ts'
import { html } from '../../values/html.ts'

const colours = { complete: '#1a7f4b', missing: '#8a6100', late: '#b3261e' } as const

/** About what a letter takes at this size. */
const letterWidth = 6.6
const padding = 8
const label = 'figures'

/** A badge: whether figures are whole, and up to which day. */
export function statusBadge({ status, complete_to: day }: StatusView): string {
  const text =
    day === null ? 'none' : `${status === 'complete' ? 'complete' : `${status}, whole`} to ${day}`
  const [left, right] = [label, text].map(
    (one) => Math.round(one.length * letterWidth) + 2 * padding,
  )
  const width = left! + right!
  return html`<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="22" role="img" aria-label="${label}: ${text}">
<title>${label}: ${text}</title>
<rect width="${width}" height="22" rx="4" fill="#3a3f45"/>
<path d="M${left!} 0h${right! - 4}a4 4 0 0 1 4 4v14a4 4 0 0 1 -4 4h-${right! - 4}z" fill="${colours[status]}"/>
<g fill="#fff" font-family="Verdana,DejaVu Sans,sans-serif" font-size="11">
<text x="${padding}" y="15">${label}</text>
<text x="${left! + padding}" y="15">${text}</text>
</g>
</svg>
`.text
}
