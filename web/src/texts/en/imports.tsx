import type { ReactNode } from 'react'
import { plural, texts } from '../texts.ts'

export const importsTexts = texts('imports', {
  failed: 'Failed',
  fixFiles:
    'Nothing was imported. Fix these files, then import them again: an entry disappears once all of its files are imported.',
  failedDays: 'Days that were not fetched',
  triedAgain: 'Adtally tries these days again: an entry disappears once its day is fetched.',
  dismiss: (files: string) => `Dismiss ${files}`,
  dismissLabel: 'Dismiss',
  details: 'Details',
  rowsAndSlices: (rows: string, slices: string) => `${rows}, ${slices} (a day, app and network)`,
  secondaryReportImported: 'Secondary report, compared and not counted',
  newApps: 'New apps',
  replacedSlices: 'Slices of other sources that are replaced',
  keptSlices: 'Slices of other sources that are kept',
  unknownCountriesByRows: 'Unknown countries, by rows',
  unknownAdFormatsByRows: 'Unknown ad formats, by rows',
  newNetworks: 'New networks',
  setAsideRows: 'Set aside until you answer whose they are',
  setAside: 'Set aside',
  whySetAside:
    'These names in reports resemble a network that may report the same revenue itself. Their rows are in no figures until you answer.',
  setAsideAmounts: (rows: string, revenue: string, source: string) =>
    `${rows}, ${revenue}, in reports of ${source}`,
  itIs: (network: string) => `It is ${network}`,
  itIsNew: 'It is another network',
  answeredAs: (network: string, files: string | null) =>
    files === null
      ? `It is ${network}. The connection fetches its days again.`
      : `It is ${network}. Import again: ${files}`,
  columnsNotUsed: 'Columns not used',
  leftOutForBadRows: 'Left out for bad rows',
  rows: (rows: string, count: number) => `${rows} ${plural(count, { one: 'row', other: 'rows' })}`,
  slices: (slices: string, count: number) =>
    `${slices} ${plural(count, { one: 'slice', other: 'slices' })}`,
  aDayInTheFuture: 'A day in the future',
  converted: 'Converted',
  earlierRates: 'Converted by the rate of an earlier day',
  mayBeDone:
    'The import may have succeeded: check the list below. Trying again does not import it twice.',
  tryAgain: 'Try again',
  linkApps: 'Link these apps',
  aboutLinkApps:
    'Choose the app that each name or id of the network means. Then the same files are checked again.',
  networksApp: 'App in the report',
  yourApp: 'Your app',
  yourAppFor: (name: string) => `Your app for ${name}`,
  chooseAnApp: 'Choose an app',
  createTheApp: 'Create a new app',
  createOthers: (count: string) => `Create the others (${count})`,
  linkAndTryAgain: 'Link and check again',
  bothPlatforms:
    'Apps of several platforms have this name, and the report does not state the platform. Export it again with the platform as a column.',
  chooseOtherFiles: 'Choose other files',
  importReports: 'Import reports',
  dropReportsHere: 'Drop reports here',
  dropAnyReports:
    'Drop reports from networks or mediations here. They can be .xlsx, .zip or .gz files.',
  chooseFiles: 'Choose files',
  onlyFiles: 'Only files can be dropped. Open the folder, and drop the files that are in it.',
  previewFirst: 'First you see what would change. Nothing is imported yet.',
  flags: {
    create_apps: 'Create unknown apps',
    skip_bad_rows: 'Leave out days of apps and networks with bad rows',
    keep_other_sources: 'Keep figures from other sources',
    partial: 'Add to the current figures instead of replacing them',
  },
  secondaryRows: {
    'own report': (network: string, report: string) =>
      `The own report of ${network} counts. Kept as the secondary report ${report}`,
    'other mediation': (network: string, report: string) =>
      `Another mediation counts for ${network}. Kept as the secondary report ${report}`,
  },
  countsInstead: 'what counts instead is',
  options: 'Options',
  source: 'Source',
  foundOut: 'Detected from the columns',
  automatic: 'Automatic',
  day: 'Day',
  forReportsWithoutDay: 'For reports without a day column',
  app: 'App',
  forReportsWithoutApp: 'For reports without an app column',
  fromTheFile: 'From the file',
  network: 'Network',
  forReportsWithoutNetwork: 'For reports without a network column',
  secondaryReport: 'Secondary report',
  nameToCompare: 'A name, to compare it instead of counting it',
  nothingIsImportedYet: 'Nothing is imported yet.',
  wouldImport: (
    notYet: ReactNode,
    source: ReactNode,
    zone: ReactNode,
    rows: ReactNode,
    same: ReactNode,
  ) => (
    <>
      {notYet} {source}, days in {zone}: {rows}, {same} of them unchanged.
    </>
  ),
  nothingWouldChange: 'Importing would change nothing: these figures are already here.',
  import: 'Import',
  cancel: 'Cancel',
  whatWouldChange: 'What would change',
  andMoreDays: (moreDays: string) => `Not listed: ${moreDays} more, by network and day.`,
  change: 'Change',
  revenue: 'Revenue',
  impressions: 'Impressions',
  slicesTitle: 'Slices',
  phases: {
    sending: 'Sending the files',
    waiting: 'Waiting for other imports',
    fetching: 'Fetching',
    reading: 'Reading rows',
    checking: 'Checking rows',
    writing: 'Writing figures',
    compacting: 'Dropping old history',
  },
  lookingAt: 'Checking',
  importing: 'Importing',
  goesOn: 'The import goes on when you leave this page.',
  givenUp: 'given up',
  endedWithoutAnswer: 'The import ended without an answer. Look at the list below.',
  importIsDone: (id: ReactNode) => <>Import {id} is done.</>,
  importMore: 'Import more',
  imports: 'Imports',
  noImportsYet: 'No imports yet',
  dropAbove: 'Drop a report above, or ',
  askAnEditor: 'Ask an editor of this account, or ',
  importItOnTheServer: (before: ReactNode, command: ReactNode, watch: ReactNode) => (
    <>
      {before}import it on the server with {command}, or drop it into the inbox ({watch}).
    </>
  ),
  earlierImports: 'Earlier imports',
  when: 'When',
  days: 'Days',
  new: 'New',
  restated: 'Restated',
  removed: 'Removed',
  actions: 'Actions',
  undoneByEntry: (entry: ReactNode) => <>Undone by entry {entry}</>,
  aboutLedger: (whoseTime: ReactNode) => (
    <>
      New, restated and removed are numbers of slices (a day, app and network). Impressions and
      revenue are the changes of your totals. {whoseTime}
    </>
  ),
  undoOfImport: (id: number, undoes: number) => `Undo ${id} · of import ${undoes}`,
  mergeInto: (id: number, app: string, into: string) => `Merge ${id} · ${app} into ${into}`,
  revaluation: (id: number, network: string) => `Rates ${id} · of ${network}`,
  deletionApp: (id: number, app: string) => `Deletion ${id} · app ${app}`,
  allAppsAndNetworks: 'all apps and networks',
  deletion: (id: number, which: string) => `Deletion ${id} · ${which}`,
  adtallysOwnFormat: 'Adtally’s own format',
  importOf: (id: number, from: string) => `Import ${id} · ${from}`,
  andMore: (named: string, more: number) => `${named} and ${more} more`,
  undoing: 'Undoing …',
  undo: 'Undo',
  importNumber: (id: number) => `import ${id}`,
  undoImport: (id: number) => `Undo import ${id}?`,
  aboutUndo:
    'Restores the earlier figures of each day, app and network that this import was the last to write. Later imports stay.',
})
