/** The form of usernames. */
export const usernamePattern = '[A-Za-z0-9][A-Za-z0-9._-]{0,63}'

/** The accepted form of a username, for error texts. */
export const usernameAccepts =
  '1 to 64 letters, digits, dots, hyphens and underscores, starting with a letter or digit'

const username = new RegExp(`^${usernamePattern}$`)

/** Whether the text can be the username of an account. */
export const isUsername = (text: string): boolean => username.test(text)
