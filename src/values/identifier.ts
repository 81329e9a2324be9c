/** The form of network and ad format names. */
export const identifierPattern = '[a-z0-9_]{1,64}'

const identifier = new RegExp(`^${identifierPattern}$`)

/** The accepted form of an identifier, for error texts. */
export const identifierAccepts = 'lower-case letters, digits and underscores, at most 64'

/** Whether the text can name a network or an ad format. */
export function isIdentifier(text: string): boolean {
  return identifier.test(text)
}

/** The format of rows that name none. */
export const unknownFormat = 'unknown'

/** The ad tag of rows without one; the SDKs use the same name. */
export const defaultAdTag = 'default'

export const maxAdTagLength = 255

/** The accepted form of an ad tag, for error texts. */
export const adTagAccepts = 'at most 255 characters, none of them a control character'

// biome-ignore lint/suspicious/noControlCharactersInRegex: this expression refuses control characters
const adTag = /^[^\u0000-\u001f\u007f]{1,255}$/

/** Whether the text can be an ad tag: 1 to 255 characters, none of them a control character. */
export function isAdTag(text: string): boolean {
  return adTag.test(text)
}
