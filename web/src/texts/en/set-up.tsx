import type { ReactNode } from 'react'
import { texts } from '../texts.ts'

export const setUpTexts = texts('setUp', {
  setUp: 'Set up this server',
  needsLink:
    'This page needs the link that a server without accounts prints when it starts. To print a new one on the server, run adtally setup-link.',
  accountName: 'Name of the account',
  aboutAccountName: 'Programs send it with their API key. Letters, digits, dots and hyphens.',
  currency: 'Currency',
  aboutCurrency: 'All figures are stored in it. It cannot be changed later.',
  email: 'Your e-mail address, to sign in with',
  create: 'Create the account',
  isReady: (account: string) => `${account} is ready`,
  signedInAs: (user: ReactNode) => <>You are signed in as {user}, the owner.</>,
  aboutKey: (account: ReactNode) => (
    <>
      Programs read the figures of {account} with this API key. Copy it now; later, owners find it
      on the page Keys.
    </>
  ),
  copyTheKey: 'Copy the key',
  addConnection: 'Add your first connection',
  uploadFile: 'Upload your first file',
})
