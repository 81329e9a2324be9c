import type { ReactNode } from 'react'
import type { MorningAnswer } from '../../api/wire.ts'
import type { ComparisonBasis } from '../../view/compare.ts'
import { plural, texts } from '../texts.ts'

export const morningTexts = texts('morning', {
  forecastOf: (month: string) => `Forecast of ${month}`,
  tooFewDays: (soFar: ReactNode) => (
    <>A forecast needs at least 14 days of figures. Reported so far: {soFar}.</>
  ),
  range80: (low: ReactNode, high: ReactNode) => (
    <>
      80% range: {low} to {high}
    </>
  ),
  tooFewMonths: 'A range needs at least two earlier months.',
  reportedSoFar: (soFar: ReactNode) => <>{soFar} reported so far.</>,
  howOftenInRange: ' 8 of 10 months should end within the range.',
  morning: 'Morning',
  filters: 'Filters',
  noFigures: 'No figures',
  noFiguresOfFilters:
    'No network has reported anything for these filters. Clear the filters below.',
  figuresUpTo: (to: ReactNode) => <>Figures up to {to}</>,
  networkAt: (network: ReactNode, lastChangeAt: ReactNode) => (
    <>
      , {network} at {lastChangeAt}
    </>
  ),
  allUpTo: (completeTo: ReactNode) => <> All networks up to {completeTo}.</>,
  networksLackDays: (networks: string, count: number) =>
    `${networks} ${plural(count, { one: 'network lacks', other: 'networks lack' })} days`,
  compareTexts: {
    yesterday: { previous_weekdays: 'a week earlier', previous_year_weekdays: '52 weeks earlier' },
    last_7: {
      previous_weekdays: 'in the week before',
      previous_year_weekdays: '52 weeks earlier',
    },
    month_to_date: {
      previous_month: 'on the same days of last month',
      previous_year: 'on the same days of last year',
    },
  } as Readonly<
    Record<
      MorningAnswer['periods'][number]['period'],
      Readonly<Partial<Record<ComparisonBasis, string>>>
    >
  >,
  nothingToCompare: (none: string, words: string) => `${none} nothing to compare ${words}`,
  toRevenue: (current: ReactNode) => <>to {current} </>,
  fromRevenue: (previous: ReactNode, words: ReactNode) => (
    <>
      from {previous} {words}
    </>
  ),
  titles: {
    yesterday: 'Yesterday',
    last_7: 'Last 7 days',
    month_to_date: 'Month to date',
  },
  ofDaysReported: (reported: string, days: string) => `, ${reported} of ${days} days reported`,
  figuresOf: (period: string) => `${period}: figures`,
  whatChangedIn: (period: string) => `${period}: what changed`,
  notReportedYet: 'Not reported yet',
  figures: 'Figures',
  whatChanged: 'What changed',
  missingReports: 'Missing reports',
  noReportIsMissing: 'No report is missing',
  withAllDays: (networks: string, count: number) =>
    `${networks} ${plural(count, { one: 'network', other: 'networks' })} with all of the last 30 days`,
  network: 'Network',
  figuresUpToTitle: 'Figures up to',
  lastChanged: 'Last changed',
  missingOfLast30: 'Missing from the last 30 days',
  missing: 'Missing',
  nothing: 'nothing',
  freshnessOf: (network: string) => `, freshness of ${network}`,
  fetchThemFrom: (name: string) => `fetch them from ${name}`,
  ofNetwork: (network: string) => `of ${network}`,
  fetchDays: (ofNetwork: ReactNode) => <>fetch days{ofNetwork}</>,
  orElse: (link: ReactNode) => <>{link} or </>,
  importDays: (ofNetwork: ReactNode) => <>import days{ofNetwork}</>,
})
