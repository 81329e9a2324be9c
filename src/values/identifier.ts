/** How networks and ad formats are written: lower case, at most 64 characters. */
export const identifierPattern = '[a-z0-9_]{1,64}'

const identifier = new RegExp(`^${identifierPattern}$`)

/** What an identifier must look like, for error texts. */
export const identifierAccepts = 'lower-case letters, digits and underscores, at most 64'

/** Whether the text can name a network or an ad format. */
export function isIdentifier(text: string): boolean {
  return identifier.test(text)
}

/** The format of rows whose source does not say. */
export const unknownFormat = 'unknown'

/** The ad tag of rows without one, as the SDKs have it. */
export const defaultAdTag = 'default'

// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what it refuses
const adTag = /^[^\u0000-\u001f\u007f]{1,255}$/

/** Whether the text can be an ad tag: 1 to 255 characters, none of them a control character. */
export function isAdTag(text: string): boolean {
  return adTag.test(text)
}
