import { signInTexts } from '../../texts/en/sign-in.tsx'

const failure = takeFailure()

/** Why the provider sent the browser back without a sign-in; null when it did not. */
export const providerFailure = (): string | null =>
  failure && (signInTexts.providerFailures[failure] ?? signInTexts.signInFailed)

/** Reads it from the address once, so that a reload does not show it again. */
function takeFailure(): string | null {
  const [, code] = /^#sign-in=(\w+)$/.exec(location.hash) ?? []
  if (code === undefined) return null
  history.replaceState(null, '', location.pathname + location.search)
  return code
}
