import { snakeCase } from '../../values/letter-case.ts'
import type { Vocabulary } from '../../wording/vocabulary.ts'

/** Options that are not given as text. */
const values: Readonly<Record<string, string>> = {
  createApps: 'true',
  partial: 'true',
  allowMissing: 'true',
}

/** Clients of the interface use parameters, and do not see the server's files. */
export const importVocabulary: Vocabulary = {
  field: (_, field) => snakeCase(field),
  option: (field, placeholder) => {
    if (field === 'rates') return 'the file `rates`'
    const value = values[field] ?? placeholder
    return value === undefined ? `\`${snakeCase(field)}\`` : `\`${snakeCase(field)}=${value}\``
  },
  setting: (field, value) => `\`${snakeCase(field)}=${value}\``,
  command: () => null,
  variable: () => null,
  path: () => null,
}
