import type { ReactNode } from 'react'
import { texts } from '../texts.ts'

export const restatementsTexts = texts('restatements', {
  figuresAsOfAnEarlier: 'Figures as of an earlier time',
  inThisLinkIsNo: (part: string) => `“${part}” in this link is no time. Choose one.`,
  time: (timeZone: string) => `Time (${timeZone})`,
  show: 'Show',
  clear: 'Clear',
  nothingIsReportedOfThese: 'Nothing is reported of these days, then or now.',
  nothingWasImportedYetAt: 'Nothing was imported yet at that time.',
  theLastChangeBeforeThat: (state: string) => `The last change before that time was at ${state}.`,
  figuresThenAndNow: 'Figures then and now',
  network: 'Network',
  earlier: 'Then',
  now: 'Now',
  change: 'Change',
  driftByAge: 'Drift by age',
  howMuchMoreOrLess:
    'How much more or less a day earned, so many days later, than its first reports said. Each percentage is of the days below it, which are reported and old enough.',
  noDayHasBeenFollowed: 'No day has been followed for long enough yet.',
  networksAndAges: 'Networks and ages',
  restatedDays: 'Restated days',
  inAll: 'In all',
  of: (restatedDays: string, days: string) => `${restatedDays} of ${days}`,
  ofOf: (days: string) => `of ${days}`,
  n1Day: '1 day',
  days: (days: string) => `${days} days`,
  firstReportRestatementsOtherChanges:
    'First report + restatements + other changes (undos, deletions, merges) = now.',
  theGreatestOfAreListed: (days: string, count: string) =>
    ` The ${days} greatest of ${count} are listed.`,
  daysAndNetworks: 'Days and networks',
  day: 'Day',
  firstReport: 'First report',
  restated: 'Restated',
  other: 'Other',
  imports: 'Imports',
  importsOf: (network: string, date: string) => ` imports of ${network}, ${date}`,
  earlierImports: (more: string) => `${more} earlier imports`,
  ageImport: (at: ReactNode, age: ReactNode, id: ReactNode) => (
    <>
      {at}, age {age}: import {id}{' '}
    </>
  ),
  firstReported: (formats: string) => `first reported ${formats}`,
  restatedBy: (formats: string) => `restated by ${formats}`,
  firstReportedSlicesWithoutRevenue: 'first reported slices without revenue',
  restatements: 'Restatements',
  whatNetworksChangedOfDays: (whoseTime: ReactNode) => (
    <>What networks changed of days that they had already reported. {whoseTime}</>
  ),
  formatsAndCountriesAreNot:
    'Formats and countries are not filtered here: restatements are kept for whole days, apps and networks.',
  nothingWasReportedOfThese: 'Nothing was reported of these days',
  chooseOtherDaysOrFewer: 'Choose other days, or fewer filters.',
  noRestatements: 'No restatements',
  eachOfTheseDaysStill: 'Each of these days still has the figures that were reported first.',
  restatedAfterTheyCountedAs: 'Restated after they counted as final',
  restatedADayDaysLater: (
    network: ReactNode,
    last: ReactNode,
    final: ReactNode,
    part: ReactNode,
  ) => (
    <>
      {network} restated a day {last} days later, but its figures count as final after {final}. The
      operator of the server can change that: {part}
    </>
  ),
})
