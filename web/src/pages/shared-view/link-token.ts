const [, found = null] = /^\/dashboard\/shared\/([\w-]+)\/?$/.exec(location.pathname) ?? []

/** The token of the report link whose page was opened; null on other pages. */
export const linkToken: string | null = found
