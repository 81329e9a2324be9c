import { addOwnRates } from '../../use-cases/rates/add-own-rates.ts'
import { applyRates } from '../../use-cases/rates/apply-rates.ts'
import { fetchRates } from '../../use-cases/rates/fetch-rates.ts'
import { showRates } from '../../use-cases/rates/show-rates.ts'
import { Problem } from '../answer/problems.ts'
import { ofAccount } from './route-table.ts'

/** Some 12,000 rates. Storing more at once would keep others waiting. */
const maxBodyBytes = 262_144
const changing = { needs: 'manage', maxBodyBytes } as const

/** Rates that the account's money is converted by. */
export const rateRoutes = () => ({
  'GET /rates': ofAccount({
    needs: 'read',
    ofAllApps: true,
    answer: ({ username, call }) => call(showRates, { username }),
  }),
  'POST /rates/add': ofAccount({
    ...changing,
    answer: ({ username, fields, ask }) => ask(addOwnRates, { ...fields, username }),
  }),
  'POST /rates/fetch': ofAccount({
    ...changing,
    answer: async ({ username, call }) => {
      const { may_fetch: mayFetch } = await call(showRates, { username })
      if (!mayFetch) throw new Problem('refused', 'The operator of this server turned this off.')
      return call(fetchRates, {})
    },
  }),
  'POST /rates/apply': ofAccount({
    ...changing,
    answer: async ({ username: account, fields, ask, changeFigures }) => {
      const found = await changeFigures(() => ask(applyRates, { ...fields, account }))
      return { changes: found.map(({ account: _, currency: _currency, ...change }) => change) }
    },
  }),
})
