import { isListed } from '../publishers/app.ts'
import { toAppView } from './app-view.ts'
import { flag, username } from './fields.ts'
import { readsOnly, useCase } from './use-case.ts'

/** The apps of an account, by name. */
export const listApps = useCase({
  name: 'list-apps',
  request: {
    account: username,
    /** With archived apps. */
    all: flag,
  },
  audit: readsOnly,
  run: async ({ accounts, apps }, { account, all = false }) => {
    const { id } = await accounts.get(account)
    return (await apps.ofAccount(id)).filter((app) => all || isListed(app)).map(toAppView)
  },
})
