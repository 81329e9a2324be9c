import type { RelativeDays } from '../../../src/reporting/question/relative-days.ts'
import { viewTexts } from '../texts/en/view.tsx'

/** The title of days that have a name: `Last 28 days`. */
export function daysTitle(name: RelativeDays): string {
  const titles: Readonly<Partial<Record<string, string>>> = viewTexts.daysTitles
  return titles[name] ?? viewTexts.lastDays(name.slice('last_'.length))
}
