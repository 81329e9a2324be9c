import type { Vocabulary } from '../../wording/vocabulary.ts'

/** The dashboard's names of what forms ask for. */
const names: Readonly<Record<string, string>> = {
  source: 'source',
  inputFormat: 'file format',
  day: 'day',
  app: 'app',
  network: 'network',
  partial: 'option to add to the current figures',
  as: 'secondary report',
  rates: 'rate file',
  account: 'account',
  createApps: 'option to create unknown apps',
  keepOtherSources: 'option to keep figures from other sources',
  skipBadRows: 'option to leave out bad rows',
  allow: 'permissions',
  expires: 'expiry',
  graceHours: 'grace period in hours',
  start: 'first day',
  end: 'last day',
  startDate: 'first day',
  endDate: 'last day',
  days: 'number of days',
  last: 'number of days',
  orderBy: 'sorting',
  groupBy: 'grouping',
  from: 'first day',
  to: 'last day',
  name: 'name',
  user: 'e-mail address',
  since: 'first day',
  readyHours: 'number of hours until a day is fetched',
  rereadDays: 'number of days to fetch again every day',
  sweepDays: 'number of days to fetch again every week',
  sweepWeekday: 'weekday',
}

/** Other fields are named by their words: `app name` for `appName`. */
const nameOf = (field: string): string =>
  names[field] ?? field.replace(/\.|(?=[A-Z])/g, ' ').toLowerCase()

/** Publishers use no commands and do not see the server's files. */
export const dashboardVocabulary: Vocabulary = {
  field: (_, field) => `The ${nameOf(field)}`,
  option: (field) => `the ${nameOf(field)}`,
  setting: (field, value) => `${nameOf(field)} ${value}`,
  command: () => null,
  variable: () => null,
  path: () => null,
}
