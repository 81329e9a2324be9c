import type { ReactNode } from 'react'
import { texts } from '../texts.ts'

export const layoutTexts = texts('layout', {
  account: 'Account',
  cancel: 'Cancel',
  themeTitles: {
    system: 'System',
    light: 'Light',
    dark: 'Dark',
  },
  theme: 'Theme',
  numbersAndDates: 'Numbers and dates',
  theServerDoesNotAnswer:
    'The server does not answer. Check that it is running and that you are online.',
  adtallyWasUpdatedReloadTo: 'Adtally was updated. Reload to continue.',
  ignoredInThisLink: (part: ReactNode) => <>Ignored in this link: {part}</>,
  andMore: (more: number) => ` and ${more} more`,
  signedInAsInAnother: (username: string) =>
    `Signed in as ${username} in another tab. This tab now shows ${username} too.`,
  ok: 'OK',
  thisPageCannotBeShown: 'This page cannot be shown',
  reload: 'Reload',
  pageTitles: {
    '/dashboard/morning': 'Morning',
    '/dashboard': 'Overview',
    '/dashboard/changes': 'What changed',
    '/dashboard/explore': 'Explore',
    '/dashboard/countries': 'Countries',
    '/dashboard/freshness': 'Freshness',
    '/dashboard/restatements': 'Restatements',
    '/dashboard/reconcile': 'Reconcile',
    '/dashboard/imports': 'Imports',
    '/dashboard/connections': 'Connections',
    '/dashboard/notes': 'Notes',
    '/dashboard/views': 'Saved views',
    '/dashboard/profile': 'Your profile',
    '/dashboard/account': 'Account',
    '/dashboard/users': 'Users',
    '/dashboard/keys': 'Keys',
    '/dashboard/links': 'Report links',
    '/dashboard/audit': 'Audit',
  },
  page: 'Page',
  pages: 'Pages',
  settings: 'Settings',
  settingsLabel: ': settings',
  signedInAs: (user: ReactNode) => <>Signed in as {user}</>,
  keyboardShortcuts: 'Keyboard shortcuts',
  signOut: 'Sign out',
  skipToContent: 'Skip to content',
  find: (part: ReactNode) => <>Find {part}</>,
  youAreStillSignedIn: (message: string) => `You are still signed in. ${message}`,
  somethingWentWrong: 'Something went wrong',
  tryAgain: 'Try again',
  dashboard: 'Dashboard',
  pageNotFound: 'Page not found',
  overview: 'overview',
  goToThe: (link: ReactNode) => <>Go to the {link}.</>,
  noFiguresYet: 'No figures yet',
  imports: 'Imports',
  downloadAReportFromA: (link: ReactNode) => (
    <>
      Download a report from a network, then drop it on the page {link}, or import it on the server:
    </>
  ),
  adtallyRecognisesTheNetworksFormats:
    'Adtally recognises the networks’ formats. The figures appear here after the import.',
})
