import type { ReactNode } from 'react'
import { texts } from '../texts.ts'

export const keysTexts = texts('keys', {
  show: 'Show',
  theKey: (name: string) => `The key “${name}”`,
  aboutKey: 'Anyone who has this key can do what it allows.',
  limit: 'Limit',
  limitTheKey: (name: string) => `Limit the key “${name}”`,
  aboutLimits: 'A key never gets more than it has. For more, create another key.',
  graces: { 0: 'No: it stops at once', 24: 'For a day', 168: 'For a week', 720: 'For 30 days' },
  replace: 'Replace',
  replaceTheKey: (name: string) => `Replace the key “${name}”`,
  newKey: 'This is the new key. The old key no longer works.',
  newKeyToGive: 'This is the new key. Give it to every program before the old key stops working.',
  oldKeyToo: 'Does the old key work too?',
  revoke: 'Revoke',
  revokeTheKey: (name: string) => `Revoke the key “${name}”?`,
  aboutRevoking: 'It stops working at once. Every program that uses it needs another key.',
  revokeKey: 'Revoke key',
  createAKey: 'Create a key',
  copyToProgram: (name: string) => `Copy the key “${name}” to the program that needs it.`,
  name: 'Name',
  biTool: 'BI tool',
  create: 'Create',
  copyTheKey: 'Copy the key',
  done: 'Done',
  keys: 'Keys',
  reportLinks: 'report links',
  aboutKeys: (link: ReactNode) => (
    <>
      Programs send a key with the username of the account. Give each its own, with no more than it
      needs. To show figures to people without a sign-in, use {link}.
    </>
  ),
  noKeys: 'No keys',
  createForPrograms: 'Create a key for each program that reads or imports figures.',
  may: 'May',
  apps: 'Apps',
  lastUsed: 'Last used',
  stopsWorking: 'Stops working',
  oldKeyUntil: (until: string) => `The old key works until ${until}`,
  never: 'Never',
  fromAddress: (from: ReactNode) => <>from {from}</>,
  expired: 'Expired',
  itMay: 'It may',
  stopsWorkingOnUtc: 'Stops working on (UTC)',
  neverInSentence: 'never',
  asNow: 'as now',
  emptyMeans: (meaning: string) => `Empty: ${meaning}`,
  /** The rights that each permission gives a key. */
  permissionTitles: {
    read: 'Read reports',
    import: 'Import figures',
    manage: 'Manage keys and users',
  } as Readonly<Record<string, string>>,
})
