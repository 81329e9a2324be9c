import type { ReactNode } from 'react'
import type { DayFreshness } from '../../charts/day-states.ts'
import { texts } from '../texts.ts'

export const chartsTexts = texts('charts', {
  noFigures: 'No figures',
  expected: (revenue: string) => `${revenue} expected`,
  unusual: (what: string) => `Unusual: ${what}`,
  stateTexts: {
    unknown: 'Whether this day is final is not known yet',
    missing: 'No network has reported this day',
    incomplete: 'Not reported yet',
    open: 'May still change',
    final: 'Final',
  },
  byDay: (metric: string) => `${metric} by day`,
  chart: 'chart',
  addNoteWithN: ', and N to add a note',
  howToRead: (title: string, addNote: string) =>
    `${title}. Use the arrow keys to go from day to day${addNote}. The table has the same figures.`,
  stackedBars: 'Stacked bars',
  lines: 'Lines',
  kindOfDays: (kind: string, days: string) => `${kind} of ${days}`,
  ofGroups: (groups: string, total: string) => `of ${groups}. All together: ${total}.`,
  notFinal: 'Not final',
  unknownWhetherFinal: 'Not known yet whether final',
  notReported: 'Not reported',
  unusualDay: 'Unusual day',
  note: 'Note',
  legend: 'Legend',
  onlyGroup: (key: string) => `Only ${key}`,
  allTogether: 'All together',
  beforeRange: (days: ReactNode) => <>Before: {days}</>,
  noFiguresInSentence: 'no figures',
  onComparedDays: (figure: ReactNode) => <>On compared days: {figure}. </>,
  beforeFigure: (figure: ReactNode) => <>Before: {figure} </>,
  /** Of periods that may have several days. */
  periodStateTexts: {
    unknown: 'Not known yet whether final',
    missing: 'No network has reported',
    incomplete: 'Some networks have not reported',
  } as Partial<Record<DayFreshness, string>>,
  grainNames: { date: 'day', week: 'week', month: 'month' },
  byGrain: (metric: string, grain: string) => `${metric} by ${grain}`,
  howToReadPeriods: (title: string, grain: string) =>
    `${title}. Use the arrow keys to go from ${grain} to ${grain}, and Enter to show only this one.`,
})
