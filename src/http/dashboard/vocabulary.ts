import type { Vocabulary } from '../../wording/vocabulary.ts'

/** What the dashboard calls the options of an import. */
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
  skipBadRows: 'skipping of bad rows',
}

const nameOf = (field: string): string => options[field] ?? field

/** How the dashboard names what its reader can use: no commands, no files of the server. */
export const dashboardVocabulary: Vocabulary = {
  field: (_, field) => `The ${nameOf(field)}`,
  option: (field) => `the ${nameOf(field)}`,
  setting: (field, value) => `${nameOf(field)} ${value}`,
  command: () => null,
  variable: () => null,
  path: () => null,
}
