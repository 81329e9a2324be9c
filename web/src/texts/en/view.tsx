import { texts } from '../texts.ts'

export const viewTexts = texts('view', {
  daysTo: (from: string, to: string) => `${from} to ${to}`,
  atMostDays: (maxRangeDays: number) => ` (at most ${maxRangeDays} days)`,
  basisTitles: {
    previous_range: 'The days right before',
    same_weekdays: 'The same weekdays before',
    last_month: 'The same days of the month before',
    last_year: 'The same days of the year before',
    last_year_weekdays: 'The same weekdays 52 weeks earlier',
  },
  presetTitles: {
    yesterday: 'Yesterday',
    '7d': 'Last 7 days',
    '28d': 'Last 28 days',
    '90d': 'Last 90 days',
    '365d': 'Last 365 days',
    month: 'This month',
    'last-month': 'Last month',
  },
})
