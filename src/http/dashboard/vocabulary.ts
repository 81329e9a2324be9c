import type { Vocabulary } from '../../wording/vocabulary.ts'

/** The dashboard's names of an import's options. */
const options: Readonly<Record<string, string>> = {
  source: 'source',
  inputFormat: 'file format',
  day: 'day',
  app: 'app',
  network: 'network',
  partial: 'partial import',
  as: 'secondary report',
  rates: 'rate file',
  account: 'account',
  createApps: 'account for new apps',
  keepOtherSources: 'keeping of other sources',
  skipBadRows: 'skipping of bad rows',
  allow: 'permissions',
  expires: 'expiry',
  graceHours: 'grace period in hours',
  start: 'first day',
  end: 'last day',
  days: 'number of days',
  groupBy: 'grouping',
  from: 'first day',
  to: 'last day',
  name: 'name',
  since: 'first day',
  readyHours: 'number of hours until a day is fetched',
  rereadDays: 'number of days to fetch again every day',
  sweepDays: 'number of days to fetch again every week',
  sweepWeekday: 'weekday',
}

const nameOf = (field: string): string => options[field] ?? field

/** Publishers use no commands and do not see the server's files. */
export const dashboardVocabulary: Vocabulary = {
  field: (_, field) => `The ${nameOf(field)}`,
  option: (field) => `the ${nameOf(field)}`,
  setting: (field, value) => `${nameOf(field)} ${value}`,
  command: () => null,
  variable: () => null,
  path: () => null,
}
