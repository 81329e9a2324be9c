import type { StatementFileRefusals } from '../partners/statement-refusals.ts'
import { listed, quoted } from './phrases.ts'
import type { Wording } from './vocabulary.ts'

export const statementFileWording: Wording<StatementFileRefusals> = {
  statement_member_refused: ({ file, member, value, accepts }) => {
    if (member === 'file')
      return `${file}: The file is no document of a statement; expected ${accepts}`
    const shown = value === null ? ' is missing' : `: ${quoted(value)} is not accepted`
    return `${file}: Member ${member}${shown}; expected ${accepts}`
  },
  statement_format_unknown: ({ file, format, known }) => {
    const shown = format === null ? 'has no format' : `has the format ${quoted(format)}`
    return `${file}: The statement ${shown}. This Adtally reads ${listed(known)}. A later release may read more`
  },
  statement_changed: ({ file, number }) =>
    `${file}: The statement ${quoted(number)} was changed after it was signed. Download the file again, and import it as it is`,
  statement_key_differs: ({ file, key, expected }) =>
    `${file}: The statement is signed with the key ${key}, not with ${expected}`,
}
