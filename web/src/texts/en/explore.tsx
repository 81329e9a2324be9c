import type { ReactNode } from 'react'
import { plural, texts } from '../texts.ts'

export const exploreTexts = texts('explore', {
  csvByDay: 'CSV by day',
  excel: 'Excel',
  excelByDay: 'Excel by day',
  download: 'Download',
  downloadAllRows: 'Download all rows',
  loading: 'Loading …',
  downloaded: 'Downloaded',
  copy: 'Copy',
  reportUrl: 'Report URL',
  aboutReportUrl: (header: ReactNode) => (
    <>This address gives the same figures to a program. Send an API key with it: {header}</>
  ),
  copyTheUrl: 'Copy the URL',
  copyAsCurl: 'Copy as curl',
  apiReference: 'API reference',
  expiries: {
    7: 'In 7 days',
    30: 'In 30 days',
    90: 'In 90 days',
    365: 'In a year',
    0: 'Never',
  },
  share: 'Share',
  shareTheseFigures: 'Share these figures',
  aboutSharing: 'Anyone who has the address sees this table, and nothing else, without a sign-in.',
  name: 'Name',
  exampleName: 'Weekly figures for the board',
  expires: 'Expires',
  createTheLink: 'Create the link',
  copyNow: 'Copy the address now: it is not shown again.',
  copyTheAddress: 'Copy the address',
  done: 'Done',
  allLinks: 'All links',
  days: (days: ReactNode) => <>Days: {days}</>,
  daysTitle: 'Days',
  whenOpened: (days: string) => `${days}, when it is opened`,
  andMore: (more: number) => ` and ${more} more`,
  trail: 'Way to these figures',
  grainTitles: { date: 'Day', week: 'Week', month: 'Month' },
  overTime: (metric: string) => `${metric} over time`,
  metricOfTheChart: 'Metric of the chart',
  chartBy: 'Chart by',
  thereAreNoFigures: 'There are no figures.',
  notWhole: (count: number, days: ReactNode) => (
    <>
      {plural(count, { one: 'One bar is', other: 'The first and the last bar are' })} incomplete:
      only days from {days} count.
    </>
  ),
  explore: 'Explore',
  besideTitles: { previous: 'Before', change: 'Change' },
  rowsAndColumns: 'Rows and columns',
  rows: 'Rows',
  thenBy: 'Then',
  across: 'Across',
  columns: 'Columns',
  compareWith: 'Compare with',
  conditions: 'Conditions',
  conditionExample: 'revenue:gte:100',
  nothing: 'Nothing',
  sideBySide: 'Side by side',
  figures: 'Figures',
  heatMap: 'Heat map',
  noFigures: 'No figures',
  noFiguresFor: 'There are no figures for these days and filters. Choose others.',
  firstColumns: (columns: string, count: string) =>
    ` The first ${columns} of ${count} columns are shown.`,
  tooManyCells: ' There are too many cells to show all: choose fewer rows.',
  rowsOf: (rows: string, count: number) =>
    `${rows} ${plural(count, { one: 'row', other: 'rows' })}.`,
  firstRows: (rows: string, totalRows: string) =>
    `The first ${rows} of ${totalRows} rows. Files have all of them.`,
})
