import { Type } from 'typebox'
import { refuse } from '../publishers/refusals.ts'
import { toAppLinkView } from './app-view.ts'
import { identifier, networkAppId, platform, username } from './fields.ts'
import { readsOnly, useCase } from './use-case.ts'

/** The links from networks' app ids to the apps of an account. */
export const listAppLinks = useCase({
  name: 'list-app-links',
  request: { account: username },
  audit: readsOnly,
  run: async ({ accounts, apps }, { account }) => {
    const { id } = await accounts.get(account)
    return (await apps.linksOf(id)).map(toAppLinkView)
  },
})

/** Removes the links of a network's app id. */
export const unlinkApp = useCase({
  name: 'unlink-app',
  request: {
    network: identifier,
    networkAppId,
    /** Every platform when absent. */
    platform: Type.Optional(platform),
    /** The account whose links are removed; the only one that has any when absent. */
    account: Type.Optional(username),
  },
  run: async ({ accounts, apps }, { network, networkAppId, platform = null, account }) => {
    const linking = account
      ? [(await accounts.get(account)).id]
      : await apps.accountsLinking(network, networkAppId, platform)
    if (linking.length > 1) {
      const usernames = (await accounts.list())
        .filter(({ id }) => linking.includes(id))
        .map(({ username }) => username)
      throw refuse('links_of_several_accounts', { network, networkAppId, usernames })
    }
    const removed =
      linking.length === 0 ? [] : await apps.unlink(linking[0]!, network, networkAppId, platform)
    if (removed.length === 0) throw refuse('unknown_app_link', { network, networkAppId })
    return removed.map(toAppLinkView)
  },
  audit: async ({ network, networkAppId }, removed, { accounts, apps }) => {
    const found = await apps.byIds(removed.map(({ app_id: appId }) => appId))
    const owners = new Map((await accounts.list()).map(({ id, username }) => [id, username]))
    return found.map(({ appId, accountId }) => ({
      action: 'app_unlinked' as const,
      account: owners.get(accountId) ?? null,
      facts: { network, network_app_id: networkAppId, app_id: appId },
    }))
  },
})
