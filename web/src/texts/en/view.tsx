import { texts } from '../texts.ts'

export const viewTexts = texts('view', {
  daysTo: (from: string, to: string) => `${from} to ${to}`,
  atMostDays: (maxRangeDays: number) => ` (at most ${maxRangeDays} days)`,
  basisTitles: {
    previous_period: 'The days right before',
    previous_weekdays: 'The same weekdays before',
    previous_month: 'The same days of the month before',
    previous_year: 'The same days of the year before',
    previous_year_weekdays: 'The same weekdays 52 weeks earlier',
  },
  daysTitles: {
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
  },
  lastDays: (count: string) => (count === '1' ? 'Last day' : `Last ${count} days`),
})
