import type { ReactNode } from 'react'
import { texts } from '../texts.ts'

export const usersTexts = texts('users', {
  inviteSomeone: 'Invite someone',
  eMail: 'E-mail',
  role: 'Role',
  invite: 'Invite',
  sendThisLink: (user: string) =>
    `Send this link to ${user}. It works once, for 7 days, and is not shown again.`,
  copyTheLink: 'Copy the link',
  /** The rights of each role. */
  roleTexts: {
    owner: 'Owners see everything, import, and manage keys and users.',
    editor: 'Editors see reports, import, and undo imports.',
    viewer: 'Viewers see reports and change nothing.',
  },
  users: 'Users',
  apps: 'Apps',
  allApps: 'All apps, later ones too',
  choose: 'Choose',
  appsOf: (user: string) => `The apps of ${user}`,
  aboutApps: 'Everything else of the account looks as if it did not exist.',
  save: 'Save',
  onlyOwnersSeeUsers: 'Only owners see users',
  askAnOwnerOfThis: 'Ask an owner of this account.',
  user: 'User',
  signsInWith: 'Signs in with',
  lastUse: 'Last use',
  remove: 'Remove',
  you: 'you',
  roleOf: (user: string) => `Role of ${user}`,
  removeUser: (user: string) => `Remove ${user}?`,
  aboutRemoving: (user: string, username: string) =>
    `${user} can no longer see anything of ${username}, starting now.`,
  passwordAndCode: 'password and code',
  password: 'password',
  invited: 'Invited',
  invitedAs: (user: ReactNode, role: ReactNode, apps: string | null, expiresAt: ReactNode) => (
    <>
      {user} as {role}
      {apps !== null && ` of ${apps}`}, until {expiresAt}
    </>
  ),
  withdraw: 'Withdraw',
  theInvitationOf: (user: string) => `the invitation of ${user}`,
  withdrawTheInvitationOf: (user: string) => `Withdraw the invitation of ${user}?`,
  itsLinkStopsWorking: 'Its link stops working.',
})
