/** Control characters, line separators, and characters that change the direction of text after them. */
const unsafe = String.raw`\p{Cc}\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069`

const anyUnsafe = new RegExp(`[${unsafe}]`, 'u')
const unsafeRuns = new RegExp(`[${unsafe}]+`, 'gu')

/** Whether a text is one line that shows as it is written, on a terminal too. */
export const isPlainText = (text: string): boolean => !anyUnsafe.test(text)

/** The text with a space for each run of such characters. */
export const plainText = (text: string): string => text.replace(unsafeRuns, ' ')

/** The same with an escape for each of them: `\u001b`. Line breaks and tabs stay. */
export const escapedText = (text: string): string =>
  text.replace(unsafeRuns, (run) =>
    [...run]
      .map((one) =>
        one === '\n' || one === '\t'
          ? one
          : `\\u${one.charCodeAt(0).toString(16).padStart(4, '0')}`,
      )
      .join(''),
  )
