import { Type } from 'typebox'
import { login, username } from '../fields.ts'
import { readsOnly, useCase } from '../use-case.ts'
import { citationPath, readCitation, shortCitationOf } from './citation.ts'
import { citationField, textOfCitation } from './citation-field.ts'
import { unknownCitation } from './open-citation.ts'
import { maxReportDays } from './query-report.ts'
import { refusalOf } from './question-refusal.ts'

/** Saves a citation of an account's figures under a short path, which gives no right either. */
export const saveCitation = useCase({
  name: 'save-citation',
  request: {
    username,
    citation: citationField,
    /** The login of the user; none for a command. */
    by: Type.Optional(login),
  },
  audit: readsOnly,
  run: async (services, { username, citation, by }): Promise<{ readonly citation: string }> => {
    const { id } = await services.accounts.get(username)
    const text = textOfCitation(citation)
    const read = readCitation(text, maxReportDays)
    if (read?.account !== id) throw refusalOf(unknownCitation())
    const short = shortCitationOf(text)
    await services.savedCitations.save(username, short, text, by ?? null)
    return { citation: `${citationPath}${short}` }
  },
})
