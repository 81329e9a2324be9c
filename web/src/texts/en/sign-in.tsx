import type { ReactNode } from 'react'
import { texts } from '../texts.ts'

export const signInTexts = texts('signIn', {
  invitation: 'Invitation',
  goToTheDashboard: 'Go to the dashboard',
  join: (account: string) => `Join ${account}`,
  theOperator: 'The operator of this server',
  invites: (
    invitedBy: ReactNode,
    user: ReactNode,
    account: ReactNode,
    role: ReactNode,
    aboutRole: ReactNode,
  ) => (
    <>
      {invitedBy} invites {user} to the account {account} as {role}. {aboutRole}
    </>
  ),
  onlyApps: (apps: readonly string[]) =>
    `Of its apps, you will see only: ${apps.join(', ') || 'none'}.`,
  sessionWillEnd: (user: string) => `You are signed in as ${user}. This session will end.`,
  choosePassword: 'Choose a password of at least 10 characters',
  alreadyUser: 'I have a password already',
  signInWith: (provider: string) => `Sign in with ${provider}`,
  providerFailures: {
    provider_unavailable: 'The sign-in provider did not answer. Try again in a minute.',
    provider_refused:
      'The sign-in provider did not sign you in. Try again, or ask the person who manages it.',
    sign_in_expired: 'This sign-in took too long, or began in another browser. Try again.',
    email_not_verified:
      'The sign-in provider has not verified your e-mail address. Ask the person who manages it.',
    not_invited:
      'You are not a user here. Ask an owner of the account to invite the e-mail address that you use at the sign-in provider.',
    rate_limited: 'Too many failed attempts to sign in. Try again in 15 minutes.',
  } as Readonly<Record<string, string>>,
  signInFailed: 'The sign-in failed. Try again.',
  signIn: 'Sign in',
  back: 'Back',
  eMailOrUsername: 'E-mail or username',
  password: 'Password',
  codeOrRecoveryCode: 'Code of your authenticator app, or a recovery code',
  signedOut: 'You are signed out. Sign in to continue.',
  noPasswordYet: (command: ReactNode) => (
    <>No password yet? The operator of this server can set one: {command}</>
  ),
  apiReference: 'API reference',
  programsUseKeys: (link: ReactNode) => <>Programs use an API key instead: {link}</>,
})
