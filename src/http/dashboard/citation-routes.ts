import { saveCitation } from '../../use-cases/report/save-citation.ts'
import { ofAccount } from './route-table.ts'

/** Citations that are saved under a short path. */
export const citationRoutes = () => ({
  'POST /citations/save': ofAccount({
    needs: 'read',
    answer: ({ principal, username, fields, ask }) =>
      ask(saveCitation, { ...fields, username, by: principal.name }),
  }),
})
