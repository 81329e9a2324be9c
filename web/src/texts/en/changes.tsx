import type { ReactNode } from 'react'
import { plural, texts } from '../texts.ts'

export const changesTexts = texts('changes', {
  whatChanged: 'What changed',
  nothingToExplain: 'Nothing to explain',
  thereAreNoFiguresFor: (days: ReactNode) => (
    <>
      There are no figures for these filters in {days}, or in the days before. Choose other days, or
      clear the filters.
    </>
  ),
  by: (levelTitles: string) => `By ${levelTitles}`,
  addUpBy: 'Add up by',
  whatChangedBy: (levelTitles: string) => `What changed by ${levelTitles}`,
  appByNetworkByCountry: 'App by network by country',
  whatChangedByAppNetwork: 'What changed by app, network and country',
  numberOfOthers: (count: number) => `${count} ${plural(count, { one: 'other', other: 'others' })}`,
  shownRoundedTheCsvAdds: 'Shown rounded; the CSV adds up to the micro.',
  downloadCsv: 'Download CSV',
  name: 'Name',
  total: 'Total',
  kindTitles: {
    new: 'New',
    ended: 'Ended',
    unreported: 'Not reported in both ranges',
  },
  change: 'Change',
  in: 'in %',
  before: 'Before',
  now: 'Now',
  changeOfRevenue: 'Change of revenue',
  fromBefore: (now: ReactNode, before: ReactNode) => (
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
  unusualDaysAreNotKnown: (message: string) => `Unusual days are not known. ${message}`,
  unusualDays: 'Unusual days',
  chooseAtMostDaysTo: (maxAnomalyDays: ReactNode) => (
    <>Choose at most {maxAnomalyDays} days to find unusual ones.</>
  ),
  noDayIsUnusualAll: 'No day is unusual: all are within what the same weekdays before let expect.',
  comparedWithTheSameWeekdays:
    'Compared with the same weekdays of the eight weeks before. Missing reports do not count.',
  day: 'Day',
  of: 'Of',
  revenue: 'Revenue',
  expected: 'Expected',
  difference: 'Difference',
  smallerOnesAreNotListed: (more: string) => `${more} smaller ones are not listed.`,
  allFigures: 'All figures',
  usualTo: (lowMicros: ReactNode, highMicros: ReactNode) => (
    <>
      usual: {lowMicros} to {highMicros}
    </>
  ),
})
