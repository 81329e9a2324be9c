import type { ReactNode } from 'react'
import { texts } from '../texts.ts'

export const insightTexts = texts('insight', {
  nothingToCompareWith: (basis: ReactNode) => (
    <>Nothing to compare with {basis}: no network has reported both.</>
  ),
  comparedWith: (basis: ReactNode, days: string) => (
    <>
      Compared with {basis}: {days}, each with networks that have reported both.
    </>
  ),
  ofDays: (compared: string, all: string) => `${compared} of ${all} days`,
  theWholeDay: 'the whole day',
  allDays: (all: string) => `all ${all} days`,
  leftOut: 'Left out: ',
  networks: (named: number) => `${named} networks`,
  wholeDays: 'whole days',
  daysOf: (some: string) => `days of ${some}`,
  leftOutOf: (what: string) => `Left out: ${what}`,
  /** Why days are not compared, after their names. */
  leftOutTexts: {
    unreported: 'not reported',
    unreported_before: 'not reported in the other range',
    new: 'new',
    ended: 'ended',
    no_such_day: 'the other month has no such day',
    not_over: 'not over',
    not_reported: 'not reported in both ranges',
  },
})
