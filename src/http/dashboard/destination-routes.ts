import { addDestination } from '../../use-cases/destinations/add-destination.ts'
import { changeDestination } from '../../use-cases/destinations/change-destination.ts'
import { listDestinations } from '../../use-cases/destinations/list-destinations.ts'
import { removeDestination } from '../../use-cases/destinations/remove-destination.ts'
import { testDestination } from '../../use-cases/destinations/test-destination.ts'
import { ofAccount } from './route-table.ts'

/** A copy has all apps of the account, and shows its figures to others. */
const changing = { needs: 'import', ofAllApps: true } as const

/** The warehouses that are kept a copy of the account. A body has the fields of its use case, but for the account. */
export const destinationRoutes = () => ({
  'GET /destinations': ofAccount({
    ...changing,
    answer: async ({ username, call }) => ({
      destinations: await call(listDestinations, { username }),
    }),
  }),
  'POST /destinations/add': ofAccount({
    ...changing,
    answer: ({ principal, username, fields, ask }) =>
      ask(addDestination, { ...fields, username, by: principal.name }),
  }),
  'POST /destinations/change': ofAccount({
    ...changing,
    answer: ({ username, fields, ask }) => ask(changeDestination, { ...fields, username }),
  }),
  'POST /destinations/remove': ofAccount({
    ...changing,
    answer: ({ username, fields, ask }) => ask(removeDestination, { ...fields, username }),
  }),
  'POST /destinations/test': ofAccount({
    ...changing,
    answer: ({ username, fields, ask }) => ask(testDestination, { ...fields, username }),
  }),
})
