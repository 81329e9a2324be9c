import { flag } from './fields.ts'
import { checkLinks, linkFields, linkRecords } from './link-apps.ts'
import { useCase } from './use-case.ts'

/** Links a network's app id to an app, so that imports find the app. */
export const linkApp = useCase({
  name: 'link-app',
  request: {
    ...linkFields,
    /** Replaces a link to another app. */
    replace: flag,
  },
  run: async (services, { replace = false, ...link }) => {
    await services.apps.link(await checkLinks([link], services, null), replace)
    const { network, networkAppId, appId } = link
    return { network, networkAppId, appId }
  },
  audit: (link, _result, services) => linkRecords([link], services),
})
