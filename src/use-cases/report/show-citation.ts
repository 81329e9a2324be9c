import { Type } from 'typebox'
import { ownerOf } from '../../publishers/user.ts'
import { dayOf } from '../../values/day.ts'
import { username } from '../fields.ts'
import { readsOnly, useCase } from '../use-case.ts'
import { citationPath, maxCitationCharacters } from './citation.ts'
import { type CitedReport, openCitation } from './open-citation.ts'
import { refusalOf } from './question-refusal.ts'

/** Opens a citation of an account's figures, with all its apps. */
export const showCitation = useCase({
  name: 'show-citation',
  request: {
    username,
    /** Its path or address. */
    citation: Type.String({
      minLength: 1,
      maxLength: maxCitationCharacters + 500,
      description: `the path or address of a citation, such as ${citationPath}…`,
    }),
  },
  audit: readsOnly,
  run: async (services, { username, citation }, { signal }): Promise<CitedReport> => {
    const account = await services.accounts.get(username)
    const sources = { ...services, today: () => dayOf(services.now().getTime()) }
    const text = citation.slice(citation.lastIndexOf('/') + 1)
    try {
      return await openCitation(sources, ownerOf(account), text, signal)
    } catch (error) {
      throw refusalOf(error)
    }
  },
})
