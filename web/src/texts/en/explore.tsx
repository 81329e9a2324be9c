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
  beforeOpened: (count: number) =>
    `${plural(count, { one: 'The day', other: `The ${count} days` })} before it is opened`,
  andMore: (more: number) => ` and ${more} more`,
  trail: 'Way to these figures',
})
