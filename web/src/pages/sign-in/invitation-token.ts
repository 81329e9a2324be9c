/** The token of the invitation that the page was opened with; null without one. */
export const invitationToken = takeToken()

/** Takes it out of the address, which other people may see and the browser remembers. */
function takeToken(): string | null {
  const [, token] = /^\/dashboard\/invitation\/([\w-]+)$/.exec(location.pathname) ?? []
  if (token === undefined) return null
  history.replaceState(null, '', '/dashboard')
  return token
}
