const isSetUp = /^\/dashboard\/set-up\/?$/.test(location.pathname)

/** The token of the set-up link that the page was opened with; empty without one, null on other pages. */
export const setupToken = isSetUp
  ? (new URLSearchParams(location.hash.slice(1)).get('token') ?? '')
  : null
