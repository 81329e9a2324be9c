import type { ReactNode } from 'react'
import { plural, texts } from '../texts.ts'

export const boardTexts = texts('board', {
  formTitles: { chart: 'Chart', table: 'Table' },
  finalDaysUnknown: (message: string) => `Which days are final could not be loaded. ${message}`,
  noFigures: 'No figures',
  noFiguresIn: (days: ReactNode) => (
    <>There are no figures for these filters in {days}. Choose other days, or clear the filters.</>
  ),
  byDay: (metric: string) => `${metric} by day`,
  metric: 'Metric',
  breakDownBy: 'Break down by',
  showAs: 'Show as',
  addANote: 'Add a note',
  mayStillChange: (open: string) => `${open} may still change.`,
  unknownDays: (unknown: string) => `Not known yet whether final: ${unknown}.`,
  withoutReports: (missing: string) => `${missing} without reports.`,
  notCompared: 'Not compared',
  comparing: 'Comparing …',
  nothingToCompare: 'Nothing to compare',
  toFigure: (metric: ReactNode) => <>to {metric}</>,
  fromFigure: (metric: ReactNode) => <>from {metric}</>,
  numberOfDays: (days: string, count: number) =>
    `${days} ${plural(count, { one: 'day', other: 'days' })}`,
  overview: 'Overview',
  appNotFound: 'App not found',
  seeAllApps: 'See all apps.',
  theAccountHasNoApp: (appId: ReactNode, link: ReactNode) => (
    <>
      The account has no app “{appId}”. {link}
    </>
  ),
  appId: (platform: ReactNode, appId: ReactNode) => (
    <>
      {platform} · app ID {appId}
    </>
  ),
  storeId: (storeId: ReactNode) => <> · store ID {storeId}</>,
  daysAndFilters: 'Days and filters',
  notComparedBecause: (message: string) => `The comparison could not be loaded. ${message}`,
})
