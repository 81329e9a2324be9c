import type { RelativeDays } from '../../../src/reporting/question/relative-days.ts'

/** The title of days that have a name: `Last 28 days`. */
export function daysTitle(name: RelativeDays): string {
  const titles: Readonly<Partial<Record<string, string>>> = daysTitles
  return titles[name] ?? lastDays(name.slice('last_'.length))
}

const daysTitles = {
  today: 'Today',
  yesterday: 'Yesterday',
  week_to_date: 'This week',
  month_to_date: 'This month',
  quarter_to_date: 'This quarter',
  year_to_date: 'This year',
  previous_week: 'Last week',
  previous_month: 'Last month',
  previous_quarter: 'Last quarter',
  previous_year: 'Last year',
}

const lastDays = (count: string) => (count === '1' ? 'Last day' : `Last ${count} days`)
