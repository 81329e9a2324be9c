import type { ReactNode } from 'react'
import { texts } from '../texts.ts'

export const layoutTexts = texts('layout', {
  account: 'Account',
  cancel: 'Cancel',
  name: 'Name',
  rename: 'Rename',
  themeTitles: {
    system: 'System',
    light: 'Light',
    dark: 'Dark',
  },
  theme: 'Theme',
  numbersAndDates: 'Numbers and dates',
  serverDoesNotAnswer:
    'The server does not answer. Check that it is running and that you are online.',
  wasUpdated: 'Adtally was updated. Reload to continue.',
  ignoredInLink: (values: ReactNode) => <>Ignored in this link: {values}</>,
  andMore: (more: number) => ` and ${more} more`,
  otherTab: (username: string) =>
    `Signed in as ${username} in another tab. This tab now shows ${username} too.`,
  ok: 'OK',
  pageFailed: 'This page cannot be shown',
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
    '/dashboard/apps': 'Apps',
    '/dashboard/notes': 'Notes',
    '/dashboard/views': 'Saved views',
    '/dashboard/profile': 'Your profile',
    '/dashboard/account': 'Account',
    '/dashboard/users': 'Users',
    '/dashboard/keys': 'Keys',
    '/dashboard/links': 'Report links',
    '/dashboard/rates': 'Currency rates',
    '/dashboard/audit': 'Audit',
  },
  page: 'Page',
  pages: 'Pages',
  settings: 'Settings',
  settingsOf: ': settings',
  signedInAs: (user: ReactNode) => <>Signed in as {user}</>,
  keyboardShortcuts: 'Keyboard shortcuts',
  signOut: 'Sign out',
  skipToContent: 'Skip to content',
  find: (shortcut: ReactNode) => <>Find {shortcut}</>,
  stillSignedIn: (message: string) => `You are still signed in. ${message}`,
  somethingWentWrong: 'Something went wrong',
  notForYou: 'You cannot see this page',
  tryAgain: 'Try again',
  dashboard: 'Dashboard',
  pageNotFound: 'Page not found',
  overview: 'overview',
  goTo: (link: ReactNode) => <>Go to the {link}.</>,
  noFiguresYet: 'No figures yet',
  imports: 'Imports',
  connectANetwork: (link: ReactNode) => (
    <>Connect a network on the {link} page, and its reports are fetched every day.</>
  ),
  connections: 'Connections',
  howToImport: (link: ReactNode) => (
    <>
      Download a report from a network, then drop it on the {link} page, or import it on the server:
    </>
  ),
  formatsAreRecognised:
    'Adtally recognises the networks’ formats. The figures appear here after the import.',
})
