const failure = takeFailure()

/** Why the provider sent the browser back without a sign-in; null when it did not. */
export const providerFailure = (): string | null =>
  failure && (providerFailures[failure] ?? 'The sign-in failed. Try again.')

/** Reads it from the address once, so that a reload does not show it again. */
function takeFailure(): string | null {
  const [, code] = /^#sign-in=(\w+)$/.exec(location.hash) ?? []
  if (code === undefined) return null
  history.replaceState(null, '', location.pathname + location.search)
  return code
}

const providerFailures = {
  provider_unavailable: 'The sign-in provider did not answer. Try again in a minute.',
  provider_refused:
    'The sign-in provider did not sign you in. Try again, or ask the person who manages it.',
  sign_in_expired: 'This sign-in took too long, or began in another browser. Try again.',
  email_not_verified:
    'The sign-in provider has not verified your e-mail address. Ask the person who manages it.',
  not_invited:
    'You are not a user here. Ask an owner of the account to invite the e-mail address that you use at the sign-in provider.',
  rate_limited: 'Too many failed attempts to sign in. Try again in 15 minutes.',
} as Readonly<Record<string, string>>
