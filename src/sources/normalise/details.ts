import { unknownFormat } from '../../values/identifier.ts'
import { isPlaceholder } from './numbers.ts'

const answers: Readonly<Record<string, 'yes' | 'no'>> = {
  1: 'yes',
  true: 'yes',
  yes: 'yes',
  authorized: 'yes',
  0: 'no',
  false: 'no',
  no: 'no',
  denied: 'no',
  restricted: 'no',
}

/** Whether a user allowed tracking, in Adtally's words. A user who was not asked yet is unknown. */
export const consentOf = (word: string): string => answers[word.toLowerCase()] ?? unknownFormat

/** The name of a group of a test or of a type of device, which a report may write as it likes. */
export function identifierOf(word: string): string {
  if (isPlaceholder(word)) return unknownFormat
  const plain = word.toLowerCase().replace(/[^a-z0-9]+/g, '_')
  return plain.replace(/^_+|_+$/g, '').slice(0, 64) || unknownFormat
}
