import type { ReactNode } from 'react'
import { plural, texts } from '../texts.ts'

export const restatementsTexts = texts('restatements', {
  figuresAsOf: 'Figures as of an earlier time',
  notATime: (text: string) => `“${text}” in this link is not a time. Choose one.`,
  time: (timeZone: string) => `Time (${timeZone})`,
  show: 'Show',
  clear: 'Clear',
  nothingThenOrNow: 'Nothing was reported for these days, then or now.',
  nothingImportedThen: 'Nothing was imported yet at that time.',
  lastChangeBefore: (at: string) => `The last change before that time was at ${at}.`,
  figuresThenAndNow: 'Figures then and now',
  network: 'Network',
  thenTitle: 'Then',
  now: 'Now',
  change: 'Change',
  driftByAge: 'Drift by age',
  aboutDrift:
    'How far a day’s revenue moved from its first report, by the age of the day. Each percentage covers the days counted below it, which are reported and old enough.',
  noDrift: 'No day has been followed for long enough yet.',
  networksAndAges: 'Networks and ages',
  restatedDays: 'Restated days',
  inAll: 'In all',
  restatedOfDays: (restatedDays: string, days: string) => `${restatedDays} of ${days}`,
  ofDays: (days: string) => `of ${days}`,
  days: (days: string, count: number) => `${days} ${plural(count, { one: 'day', other: 'days' })}`,
  howTheyAddUp: 'First report + restatements + other changes (undos, deletions, merges) = now.',
  onlyGreatest: (days: string, count: string) => ` The ${days} greatest of ${count} are listed.`,
  daysAndNetworks: 'Days and networks',
  day: 'Day',
  firstReport: 'First report',
  restated: 'Restated',
  other: 'Other',
  imports: 'Imports',
  importsOf: (network: string, date: string) => ` imports of ${network}, ${date}`,
  earlierImports: (more: string) => `${more} earlier imports`,
  importAtAge: (at: ReactNode, age: ReactNode, id: ReactNode) => (
    <>
      {at}, age {age}: import {id}{' '}
    </>
  ),
  firstReported: (revenue: string) => `first reported ${revenue}`,
  restatedBy: (revenue: string) => `restated by ${revenue}`,
  withoutRevenue: 'first reported slices without revenue',
  restatements: 'Restatements',
  aboutRestatements: (whoseTime: ReactNode) => (
    <>What networks changed on days that they had already reported. {whoseTime}</>
  ),
  notFiltered:
    'Formats and countries are not filtered here: restatements are kept for whole days, apps and networks.',
  nothingReported: 'Nothing was reported for these days',
  chooseOthers: 'Choose other days, or fewer filters.',
  noRestatements: 'No restatements',
  nothingRestated: 'All of these days still have the figures of their first report.',
  restatedLate: 'Restated after they counted as final',
  restatedAfterFinal: (
    network: ReactNode,
    last: ReactNode,
    final: ReactNode,
    command: ReactNode,
  ) => (
    <>
      {network} restated a day {last} days later, but its figures count as final after {final}. The
      operator of the server can change that: {command}
    </>
  ),
})
