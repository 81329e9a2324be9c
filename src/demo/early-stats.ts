import { addDays, type Day } from '../values/day.ts'
import { type DemoStatsOptions, demoStats } from './stats.ts'

/** Networks that state a day once on the next morning, and again when they know it better. */
const restating: ReadonlySet<string> = new Set(['admob', 'unityads'])
const restatedDays = 4

/**
 * What some networks said of the last days at first: less than they say now. Imported before
 * {@link demoStats}, which restates it.
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

/** A twentieth of the impressions was not counted yet, and amounts were cut to cents. */
function early(line: string): string {
  const cells = line.split(',')
  const [impressions, revenue] = [cells[5]!, cells[6]!]
  cells[5] = String(Math.ceil(Number(impressions) * 0.95))
  cells[6] = revenue.replace(/(\.\d{2})\d+$/, '$1')
  return cells.join(',')
}
