import { Type } from 'typebox'
import { username } from '../fields.ts'
import { readsOnly, useCase } from '../use-case.ts'
import { type SetAsideNameView, setAsideViews } from './set-aside-view.ts'

/** Rows that imports left out because Adtally does not know their network, by name. */
export const listSetAside = useCase({
  name: 'list-set-aside',
  /** Those of all accounts when absent. */
  request: { account: Type.Optional(username) },
  audit: readsOnly,
  run: async (services, { account }): Promise<SetAsideNameView[]> =>
    setAsideViews(
      services,
      account === undefined ? undefined : (await services.accounts.get(account)).id,
    ),
})
