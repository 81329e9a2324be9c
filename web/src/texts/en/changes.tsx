import type { ReactNode } from 'react'
import { plural, texts } from '../texts.ts'

export const changesTexts = texts('changes', {
  whatChanged: 'What changed',
  nothingToExplain: 'Nothing to explain',
  noFiguresIn: (days: ReactNode) => (
    <>
      There are no figures for these filters in {days}, or in the days before. Choose other days, or
      clear the filters.
    </>
  ),
  byLevel: (level: string) => `By ${level}`,
  addUpBy: 'Add up by',
  whatChangedBy: (level: string) => `What changed by ${level}`,
  byAll: 'App by network by country',
  whatChangedByAll: 'What changed by app, network and country',
  numberOfOthers: (count: number) => `${count} ${plural(count, { one: 'other', other: 'others' })}`,
  shownRounded: 'Shown rounded; the CSV adds up to the micro.',
  downloadCsv: 'Download CSV',
  name: 'Name',
  total: 'Total',
  kindTitles: {
    new: 'New',
    ended: 'Ended',
    unreported: 'Not reported in both ranges',
  },
  change: 'Change',
  relativeChange: 'in %',
  before: 'Before',
  now: 'Now',
  changeOfRevenue: 'Change of revenue',
  nowFromBefore: (now: ReactNode, before: ReactNode) => (
    <>
      {now}, from {before} before.
    </>
  ),
  comesFrom: 'Comes from',
  amount: 'Amount',
  effectTitles: {
    volume: { title: 'Volume', text: 'more or fewer impressions' },
    price: { title: 'Price', text: 'a higher or lower eCPM' },
    new: { title: 'New', text: 'only in these days' },
    ended: { title: 'Ended', text: 'only in the days before' },
    unreported: { title: 'Not reported', text: 'days reported in one range only' },
  },
  unusualDaysAreNotKnown: (message: string) => `Unusual days could not be loaded. ${message}`,
  unusualDays: 'Unusual days',
  chooseFewerDays: (most: ReactNode) => <>Choose at most {most} days to find unusual ones.</>,
  noUnusualDays:
    'No unusual days: every day is in the range that the same weekdays before suggest.',
  howDaysAreCompared:
    'Compared with the same weekdays of the eight weeks before. Missing reports do not count.',
  day: 'Day',
  subject: 'Of',
  revenue: 'Revenue',
  expected: 'Expected',
  difference: 'Difference',
  notListed: (more: string) => `Not listed, with smaller differences: ${more}.`,
  allFigures: 'All figures',
  usualRange: (low: ReactNode, high: ReactNode) => (
    <>
      usual: {low} to {high}
    </>
  ),
})
