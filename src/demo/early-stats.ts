import { addDays, type Day } from '../values/day.ts'
import { type DemoStatsOptions, demoStats } from './stats.ts'

/** Networks that report a day on the next morning and restate it later. */
const restating: ReadonlySet<string> = new Set(['admob', 'unityads'])
const restatedDays = 4

/**
 * The first, lower figures of some networks for the last days. They are imported before
 * {@link demoStats}, which restates them.
 */
export function* earlyStats(options: DemoStatsOptions): Generator<string> {
  const firstDay = Math.max(options.firstDay, addDays(options.lastDay, 1 - restatedDays)) as Day
  let isHeader = true
  for (const chunk of demoStats({ ...options, firstDay })) {
    for (const line of chunk.split('\n')) {
      if (isHeader) yield `${line}\n`
      else if (restating.has(line.split(',')[2] ?? '')) yield `${early(line)}\n`
      isHeader = false
    }
  }
}

/** Early reports lack a twentieth of the impressions and requests, and fractions of cents. */
function early(line: string): string {
  const cells = line.split(',')
  for (const count of [5, 9, 10]) {
    if (cells[count]) cells[count] = String(Math.ceil(Number(cells[count]) * 0.95))
  }
  cells[6] = cells[6]!.replace(/(\.\d{2})\d+$/, '$1')
  return cells.join(',')
}
