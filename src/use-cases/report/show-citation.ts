import { ownerOf } from '../../publishers/user.ts'
import { dayOf } from '../../values/day.ts'
import { username } from '../fields.ts'
import { readsOnly, useCase } from '../use-case.ts'
import { citationField, textOfCitation } from './citation-field.ts'
import { type CitedReport, openCitation } from './open-citation.ts'
import { refusalOf } from './question-refusal.ts'

/** Opens a citation of an account's figures, with all its apps. */
export const showCitation = useCase({
  name: 'show-citation',
  request: {
    username,
    citation: citationField,
  },
  audit: readsOnly,
  run: async (services, { username, citation }, { signal }): Promise<CitedReport> => {
    const account = await services.accounts.get(username)
    const sources = { ...services, today: () => dayOf(services.now().getTime()) }
    try {
      return await openCitation(sources, ownerOf(account), textOfCitation(citation), signal)
    } catch (error) {
      throw refusalOf(error)
    }
  },
})
