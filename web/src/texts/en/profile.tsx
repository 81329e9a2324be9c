import type { ReactNode } from 'react'
import { plural, texts } from '../texts.ts'

export const profileTexts = texts('profile', {
  yourProfile: 'Your profile',
  roleOf: (role: ReactNode, account: ReactNode) => (
    <>
      {role} of {account}
    </>
  ),
  password: 'Password',
  aboutPassword: 'A new password signs you out of all other browsers.',
  currentPassword: 'Current password',
  newPassword: 'New password, at least 10 characters',
  changePassword: 'Change the password',
  passwordChanged: 'Password changed.',
  secondFactor: 'Second factor',
  aboutSecondFactor:
    'Sign in with a code of an authenticator app too, so that your password alone is not enough.',
  setUp: 'Set up',
  scanThis: 'Scan this with your authenticator app, or type the key into it.',
  qrCode: 'The key as a QR code',
  typeCode: 'Then type the code that it shows',
  turnOn: 'Turn on',
  keepTheseCodes: 'Keep these codes',
  secondFactorOn: (keep: ReactNode) => (
    <>
      Your second factor is on. {keep}: each of them works once in place of a code, if you lose the
      app. They are not shown again.
    </>
  ),
  codesLeft: (left: ReactNode, count: number) => (
    <>
      Your sign-in asks for a code. You have {left} recovery{' '}
      {plural(count, { one: 'code', other: 'codes' })} left.
    </>
  ),
  typeCodeToTurnOff: 'Type a code to turn it off',
  turnOff: 'Turn off',
  whereYouAreSignedIn: 'Where you are signed in',
  unknownBrowser: 'Unknown browser',
  thisOne: ' (this one)',
  signedInAndUsed: (openedAt: string, lastUsedAt: string) =>
    `signed in ${openedAt}, last use ${lastUsedAt}`,
  end: 'End',
  ifUnknown:
    'If you do not know one of them, end it and change your password, here or at your sign-in provider.',
})
