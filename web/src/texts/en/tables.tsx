import { plural, texts } from '../texts.ts'

export const tablesTexts = texts('tables', {
  only: (value: string) => `Only ${value}`,
  figuresByAnd: (rows: string, across: string) => `Figures by ${rows} and ${across}`,
  day: 'Day',
  total: 'Total',
  state: 'State',
  unusual: (state: string) => `${state}, unusual`,
  figuresByDay: 'Figures by day',
  notes: 'Notes',
  stateTitles: {
    unknown: 'not known yet',
    missing: 'nothing reported',
    incomplete: 'incomplete',
    open: 'not final',
    final: 'final',
  },
  by: (title: string) => `By ${title}`,
  downloadCsv: 'Download CSV',
  figuresBy: (title: string) => `Figures by ${title}`,
  share: 'Share',
  change: 'Change',
  trend: 'Trend',
  actions: 'Actions',
  before: 'Before',
  /** A metric of a range on those of its days that are compared. */
  comparedDays: 'On compared days',
  figures: 'Figures',
  ofMetric: (metric: string) => `of ${metric}`,
  unusualOf: (days: string) => `Unusual: ${days}`,
  andMore: (more: string) => ` and ${more} more`,
  notReported: (missing: string) => ` Not reported: ${missing} of networks.`,
  mayStillChange: (open: string) => ` May still change: ${open} of networks.`,
  notAllReport: (metrics: string) => ` Not all networks report ${metrics}.`,
  numberOfDays: (days: string, count: number) =>
    `${days} ${plural(count, { one: 'day', other: 'days' })}`,
})
