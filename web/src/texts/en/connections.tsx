import type { ReactNode } from 'react'
import type { ConnectionAnswer } from '../../api/wire.ts'
import { plural, texts } from '../texts.ts'

export const connectionsTexts = texts('connections', {
  connectANetwork: 'Connect a network',
  network: 'Network',
  choose: 'Choose',
  mediations: 'Mediations',
  networks: 'Networks',
  cancel: 'Cancel',
  registerAsARedirectAddress: (redirectUri: ReactNode) => (
    <>
      Register {redirectUri} as a redirect address of the OAuth client. The owner of the account at
      the network then consents in this browser.
    </>
  ),
  loggingInAndFetchingA: 'Logging in and fetching a day. This can take a minute.',
  connectAndConsent: 'Connect and consent',
  connect: 'Connect',
  test: 'Test',
  aDayIsReadyHours: (ready: ReactNode) => (
    <>A day is ready {ready} hours after it ends on the network’s clock. </>
  ),
  theNetworkReportsTheLast: (back: number) => `The network reports the last ${back} days. `,
  writtenFromTheNetworksDocuments:
    'Written from the network’s documents, not tried with a live account yet. ',
  documents: (nth: number) => `Documents ${nth}`,
  itsDocuments: 'Its documents',
  nameOfTheConnection: 'Name of the connection',
  fetchDaysSince: 'Fetch days since',
  theLast365Days: 'the last 365 days',
  asFarBackAsThe: 'as far back as the network reports',
  empty: (part: string) => `Empty: ${part}`,
  addAppsThatThisAccount: 'Add apps that this account does not have',
  whenItsDaysAreFetched: 'When its days are fetched',
  save: 'Save',
  consentAgain: 'Consent again',
  consent: 'Consent',
  fetchDays: 'Fetch days',
  resume: 'Resume',
  pause: 'Pause',
  changeCredentials: 'Change credentials',
  changeSettings: 'Change settings',
  remove: 'Remove',
  removeOf: (name: string) => `Remove ${name}?`,
  itsCredentialsAreDeletedAnd:
    'Its credentials are deleted, and nothing is fetched any more. Its figures stay.',
  firstDay: 'First day',
  lastDay: 'Last day',
  fetch: 'Fetch',
  withoutDaysThoseThatThe: 'Without days: those that the network may have restated.',
  shapes: { calendar: 'Calendar', table: 'Table' },
  days: 'Days',
  showAs: 'Show as',
  legend: 'Legend',
  backToTheLatest: 'Back to the latest',
  earlierDays: 'Earlier days',
  needsALook: 'Needs a look',
  itHasNoProblemAny: 'It has no problem any more.',
  theReportHas: (held: string) => `The report has ${held}. `,
  importedAre: (one: string) => `Imported are ${one}. `,
  fetchedAgainOn: (nextPullAt: string) => `Fetched again on ${nextPullAt}.`,
  importTheReportOf: (day: string) => `Import the report of ${day}`,
  import: 'Import',
  andEarlierDays: (days: string) => `And ${days} earlier days.`,
  impressionsAnd: (impressions: string, revenue: string) =>
    `${impressions} impressions and ${revenue}`,
  noDaysBetween: (days: ReactNode) => <>No days between {days}.</>,
  daysByWeek: 'Days by week',
  weekOf: 'Week of',
  daysAsATable: 'Days as a table',
  day: 'Day',
  state: 'State',
  impressions: 'Impressions',
  revenue: 'Revenue',
  lastReport: 'Last report',
  next: 'Next',
  connectionNotFound: 'Connection not found',
  seeAllConnections: 'See all connections.',
  allConnections: 'All connections',
  nextTry: 'Next try',
  importedEmptyDue: (done: string, empty: string, due: string) =>
    `${done} imported, ${empty} empty, ${due} due`,
  hoursAfterTheEndOf: (readyHours: string) => `${readyHours} hours after the end of a day`,
  fromDocumentsNotWithA: 'from documents, not with a live account',
  aboutTheConnection: 'About the connection',
  daysFetched: 'Days fetched',
  connections: 'Connections',
  adtallyFetchesTheDailyReports:
    'Adtally fetches the daily reports of these networks by itself, and again while a network restates them.',
  connectYourNetworks: 'Connect your networks',
  applovinMaxAdmobLevelplayUnity:
    'AppLovin MAX, AdMob, LevelPlay, Unity Ads, Liftoff, Mintegral, Pangle, InMobi, Meta and more: with a network’s credentials, Adtally fetches each day’s report when it is ready. Nobody exports files any more.',
  askAnOwnerOfThis: 'Ask an owner of this account to connect one.',
  lastGoodDay: 'Last good day',
  problems: 'Problems',
  none: 'None',
  unchanged: 'Unchanged',
  beginOnThePageOf: 'Begin on the page of a connection.',
  thereIsNoConsent: 'There is no consent',
  goToTheConnections: 'Go to the connections',
  theConsentIsStoredAnd: (name: string) =>
    `The consent is stored, and “${name}” is fetched from now on.`,
  testingItThisCanTake: ' Testing it. This can take a minute.',
  seeItsDays: 'See its days',
  numberTexts: {
    ready_hours: {
      title: 'Hours until a day is fetched',
      text: 'From the end of the day on the network’s clock.',
    },
    reread_days: {
      title: 'Days fetched again every day',
      text: 'The last days, which the network may restate.',
    },
    sweep_days: {
      title: 'Days fetched again every week',
      text: 'For late restatements. 0: no weekly sweep.',
    },
  },
  emptyOf: (text: ReactNode, usual: ReactNode) => (
    <>
      {text} Empty: {usual}
    </>
  ),
  weekdayOfTheWeeklySweep: 'Weekday of the weekly sweep',
  anySpreadOverTheWeek: 'Any: spread over the week',
  bookings: {
    network: { auto: 'counts', report: 'never counts: it is a report to compare with' },
    mediation: {
      auto: 'counts, but for networks with a connection of their own',
      counted: 'always counts',
      report: 'never counts: it is a report to compare with',
    },
  } as Readonly<Record<ConnectionAnswer['kind'], Readonly<Record<string, string>>>>,
  itsRevenue: 'Its revenue',
  /** Each state has a sign, so that it does not depend on colour. */
  dayStates: {
    done: { sign: '✓', title: 'Imported', text: 'its figures are those of the last report' },
    empty: { sign: '0', title: 'Empty', text: 'the network reported no rows' },
    due: { sign: '·', title: 'Due', text: 'not fetched yet' },
    held: { sign: '!', title: 'Held', text: 'the report lacks so much that it waits for you' },
    failed: { sign: '✕', title: 'Failed', text: 'the last attempt gave no figures' },
  },
  fetching: 'Fetching',
  fetchingOfDays: (done: number, part: number) => `Fetching ${done} of ${part} days`,
  needsConsent: 'Needs consent',
  failing: 'Failing',
  active: 'Active',
  paused: 'Paused',
  credentialsRefused: 'Credentials refused',
  afterFailed: (failures: number) =>
    `after ${failures} failed ${plural(failures, { one: 'try', other: 'tries' })}`,
  week: 'week',
  theLastDaysEveryDay: (reread: number) => `the last ${reread} days every day`,
  theLastDaysEvery: (sweep: number, day: string) => `the last ${sweep} days every ${day}`,
  dayOf: (count: number, what: string) =>
    `${count} day${plural(count, { one: '', other: 's' })} ${what}`,
  answers: (network: string) => `${network} answers.`,
  nothingWasImported: (part: ReactNode) => <>{part} Nothing was imported.</>,
  itHasNoFiguresOf: (day: string) => `It has no figures of ${day}.`,
  rows: 'Rows',
  newApps: 'New apps',
  andMore: (more: number) => ` and ${more} more`,
  someOfTheseAppsAre: (part: string) =>
    `Some of these apps are reported by ${part} already. The last import of an app counts: keep one of the connections.`,
})
