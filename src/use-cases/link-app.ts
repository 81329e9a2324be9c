import { appId, identifier, text } from './fields.ts'
import { findApp } from './find-app.ts'
import { useCase } from './use-case.ts'

/** Links a network's app id to an app. */
export const linkApp = useCase({
  name: 'link-app',
  request: { network: identifier, networkAppId: text(1_000, "the network's id of the app"), appId },
  run: async ({ apps }, request) => {
    const app = await findApp(apps, request.appId)
    await apps.link(request.network, request.networkAppId, app.key)
    return request
  },
})
