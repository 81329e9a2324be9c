import { snakeCase } from '../values/letter-case.ts'
import type { Refusal } from '../values/refusal.ts'
import type { Vocabulary } from '../wording/vocabulary.ts'
import { type WordedRefusal, wordRefusal } from '../wording/word-refusal.ts'

/** Settings that are not given as text. */
const values: Readonly<Record<string, string>> = { createApps: 'true', partial: 'true' }

/** In an inbox, the names of folders take the place of options. */
const inboxVocabulary: Vocabulary = {
  field: (_, field) => snakeCase(field),
  option: (field, placeholder) => {
    if (field === 'rates') return 'a file `NAME.rates.csv` beside it'
    const value = values[field] ?? placeholder
    const name = snakeCase(field)
    return value === undefined ? `\`${name}\`` : `the folder \`${name}=${value}\``
  },
  setting: (field, value) => `\`${snakeCase(field)}=${value}\``,
  command: (words) => `adtally ${words}`,
  variable: (name) => `\`${name}\``,
  path: (path) => path,
}

/** Words a refusal for the report next to a file that was dropped into an inbox. */
export const wordForInbox = (refusal: Refusal): WordedRefusal =>
  wordRefusal(refusal, inboxVocabulary)
