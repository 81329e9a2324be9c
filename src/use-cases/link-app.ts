import { appId, flag, identifier, networkAppId } from './fields.ts'
import { findApp } from './find-app.ts'
import { useCase } from './use-case.ts'

/** Links a network's app id to an app, so that imports find the app. */
export const linkApp = useCase({
  name: 'link-app',
  request: {
    ...{ network: identifier, networkAppId, appId },
    /** Replaces a link to another app. */
    replace: flag,
  },
  run: async ({ apps }, { network, networkAppId, appId, replace = false }) => {
    const app = await findApp(apps, appId)
    await apps.link(network, networkAppId, app.key, replace)
    return { network, networkAppId, appId }
  },
  audit: async ({ network, networkAppId, appId }, _result, { accounts, apps }) => {
    const app = await findApp(apps, appId)
    const owner = await accounts.byId(app.accountId)
    const facts = { network, network_app_id: networkAppId, app_id: appId }
    return [{ action: 'app_linked', account: owner?.username ?? null, facts }]
  },
})
