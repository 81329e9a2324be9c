import type { ReactNode } from 'react'
import { plural, texts } from '../texts.ts'

export const profileTexts = texts('profile', {
  yourProfile: 'Your profile',
  of: (role: ReactNode, account: ReactNode) => (
    <>
      {role} of {account}
    </>
  ),
  secondFactor: 'Second factor',
  signInWithACode:
    'Sign in with a code of an authenticator app too, so that your password alone is not enough.',
  setUp: 'Set up',
  scanThisWithYourAuthenticator: 'Scan this with your authenticator app, or type the key into it.',
  theKeyAsAQr: 'The key as a QR code',
  thenTypeTheCodeThat: 'Then type the code that it shows',
  turnOn: 'Turn on',
  keepTheseCodes: 'Keep these codes',
  yourSecondFactorIsOn: (part: ReactNode) => (
    <>
      Your second factor is on. {part}: each of them works once in place of a code, if you lose the
      app. They are not shown again.
    </>
  ),
  yourSignInAsksFor: (left: ReactNode, count: number) => (
    <>
      Your sign-in asks for a code. You have {left} recovery{' '}
      {plural(count, { one: 'code', other: 'codes' })} left.
    </>
  ),
  typeACodeToTurn: 'Type a code to turn it off',
  turnOff: 'Turn off',
  whereYouAreSignedIn: 'Where you are signed in',
  unknownBrowser: 'Unknown browser',
  thisOne: ' (this one)',
  signedInLastUse: (openedAt: string, lastUsedAt: string) =>
    `signed in ${openedAt}, last use ${lastUsedAt}`,
  end: 'End',
  ifYouDoNotKnow: 'If you do not know one of them, end it and ask the operator for a new password.',
})
