import type { ReactNode } from 'react'
import { plural, texts } from '../texts.ts'

export const reconcileTexts = texts('reconcile', {
  days: 'Days',
  levelTitles: { month: 'Month', day: 'Day', app_id: 'App', network: 'Network', slice: 'App' },
  appAndNetwork: 'app and network',
  byLevel: (level: string) => `By ${level}`,
  gaps: 'Gaps',
  network: 'Network',
  figures: 'Figures',
  gap: 'Gap',
  reasons: 'Reasons',
  figuresOfTheseDays: 'Figures of these days',
  ofGroup: (group: string) => `of ${group}`,
  andMore: (more: string) => `And ${more} more`,
  withSmallerGaps: ', with smaller gaps',
  gapInSlices: (title: ReactNode, gap: ReactNode, slices: ReactNode, count: number) => (
    <>
      {title}: {gap} in {slices} {plural(count, { one: 'slice', other: 'slices' })}
    </>
  ),
  /** The likely reason of a gap, and what it means. The words are those of `adtally reconcile`. */
  labels: {
    'below tolerance': { title: 'Below tolerance', text: 'the gap does not matter' },
    'time zone': {
      title: 'Time zone',
      text: 'the reports’ days end at different times, and agree over all days',
    },
    currency: {
      title: 'Currency',
      text: 'impressions agree, and the amounts have the same ratio every day',
    },
    'late data': {
      title: 'Late data',
      text: 'the smaller amount was reported earlier, right after the day',
    },
    missing: { title: 'Missing', text: 'one report has no figures' },
    unexplained: { title: 'Unexplained', text: 'none of these applies' },
  },
  groupings: { time: 'Days', app_id: 'Apps', network: 'Networks' },
  reconcile: 'Reconcile',
  aboutReconcile:
    'Compares the networks’ figures with a mediation’s report, or any other secondary report, of the same revenue.',
  nothingToCompareYet: 'Nothing to compare yet',
  imports: 'Imports',
  howToImport: (link: ReactNode) => (
    <>
      Import a mediation’s report as a secondary report, on the {link} page under Options, or on the
      server:
    </>
  ),
  notFiltered:
    'Formats and countries are not filtered here: reports are compared by whole days, apps and networks.',
  neverCounted: 'It is compared with the figures, and never counted.',
  secondaryReport: 'Secondary report',
  gapsBy: 'Gaps by',
  nothingToCompare: 'Nothing to compare',
  neitherHasFigures:
    'Neither report has figures for these days, networks and apps. Choose other days, or fewer filters.',
  hasNoFigures: (report: string) => `${report} has no figures now.`,
  covered: (report: ReactNode, days: ReactNode, networks: ReactNode) => (
    <>
      {report} has {days} of {networks}. Other networks are not compared.
    </>
  ),
  tolerance: 'Tolerance in %',
})
