import { Type } from 'typebox'
import { AppsByName } from '../publishers/apps-by-name.ts'
import { toAppView } from './app-view.ts'
import { appName, identifier, linkedNetworkAppId, platform, username } from './fields.ts'
import { readsOnly, useCase } from './use-case.ts'

/** Suggests apps of an account for networks' apps, by name and platform. */
export const suggestLinks = useCase({
  name: 'suggest-links',
  request: {
    account: username,
    apps: Type.Array(
      Type.Object(
        {
          network: identifier,
          networkAppId: linkedNetworkAppId,
          name: appName,
          /** Null when the network does not state it. */
          platform: Type.Union([platform, Type.Null()], {
            description: 'ios, android or amazon; null when the network does not state it',
          }),
        },
        {
          additionalProperties: false,
          description: 'an app with network, networkAppId, name and platform',
        },
      ),
      {
        minItems: 1,
        maxItems: 1_000,
        description: '1 to 1000 apps with network, networkAppId, name and platform',
      },
    ),
  },
  audit: readsOnly,
  run: async ({ accounts, apps: store }, { account, apps }) => {
    const { id } = await accounts.get(account)
    const names = new AppsByName(await store.ofAccount(id))
    return apps.map((app) => ({
      network: app.network,
      network_app_id: app.networkAppId,
      name: app.name,
      platform: app.platform,
      /** One app is a suggestion to accept; of several, a person chooses. */
      suggestions: names.fitting(app).map(toAppView),
    }))
  },
})
