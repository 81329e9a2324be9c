import { Type } from 'typebox'
import type { AuditRecord } from '../audit/audit-event.ts'
import type { App, NewAppLink } from '../publishers/app.ts'
import { AppsByName } from '../publishers/apps-by-name.ts'
import { refuse } from '../publishers/refusals.ts'
import type { Platform } from '../values/platform.ts'
import { appId, flag, identifier, linkedNetworkAppId, platform, username } from './fields.ts'
import type { Services } from './services.ts'
import { useCase } from './use-case.ts'

/** A link as a person states it. */
export interface StatedLink {
  readonly network: string
  readonly networkAppId: string
  readonly appId: string
  /** The app's platform, which is needed where a name alone fits several apps. */
  readonly platform?: Platform
}

export const linkFields = {
  network: identifier,
  networkAppId: linkedNetworkAppId,
  appId,
  platform: Type.Optional(platform),
}

/** Links networks' app ids to apps, so that imports find the apps: all of them or none. */
export const linkApps = useCase({
  name: 'link-apps',
  request: {
    /** The only account whose apps count; all accounts when absent. */
    account: Type.Optional(username),
    links: Type.Array(
      Type.Object(linkFields, {
        additionalProperties: false,
        description: 'a link with network, networkAppId, appId and, if needed, platform',
      }),
      {
        minItems: 1,
        maxItems: 1_000,
        description: '1 to 1000 links with network, networkAppId, appId and, if needed, platform',
      },
    ),
    /** Replaces links to other apps. */
    replace: flag,
  },
  run: async (services, { account, links, replace = false }) => {
    const only = account === undefined ? null : (await services.accounts.get(account)).id
    const found = await checkLinks(links, services, only)
    await services.apps.link(found, replace)
    return { linked: found.length }
  },
  audit: ({ links }, _result, services) => linkRecords(links, services),
})

/**
 * Finds the apps of links.
 *
 * @param accountId the only account whose apps count; null for all
 * @throws Refusal `unknown_app`, `app_platform_differs`, `link_ambiguous`
 */
export async function checkLinks(
  links: readonly StatedLink[],
  { apps }: Pick<Services, 'apps'>,
  accountId: number | null,
): Promise<NewAppLink[]> {
  const found = new Map(
    (await apps.byIds([...new Set(links.map((link) => link.appId))])).map((app) => [
      app.appId,
      app,
    ]),
  )
  const names = new Map<number, AppsByName>()
  return Promise.all(
    links.map(async (link) => {
      const app = found.get(link.appId)
      if (!app || (accountId !== null && app.accountId !== accountId)) {
        throw refuse('unknown_app', { appId: link.appId })
      }
      const known = names.get(app.accountId) ?? new AppsByName(await apps.ofAccount(app.accountId))
      names.set(app.accountId, known)
      refuseUnclear(link, app, known)
      return { network: link.network, networkAppId: link.networkAppId, app }
    }),
  )
}

/** A network may name an app by its name, which its iOS and Android apps share. */
function refuseUnclear(
  { network, networkAppId, platform }: StatedLink,
  app: App,
  names: AppsByName,
): void {
  if (platform !== undefined) {
    if (platform === app.platform) return
    throw refuse('app_platform_differs', { appId: app.appId, platform: app.platform })
  }
  const fits = names.fitting({ name: networkAppId, platform: null })
  if (fits.length < 2) return
  throw refuse('link_ambiguous', {
    network,
    networkAppId,
    fits: fits.map((one) => ({ appId: one.appId, platform: one.platform })),
  })
}

/** The audit log's records of links. */
export async function linkRecords(
  links: readonly StatedLink[],
  { accounts, apps }: Services,
): Promise<AuditRecord[]> {
  const found = await apps.byIds([...new Set(links.map((link) => link.appId))])
  const accountOf = new Map(found.map((app) => [app.appId, app.accountId]))
  const usernames = new Map((await accounts.list()).map(({ id, username }) => [id, username]))
  return links.map(({ network, networkAppId, appId }) => ({
    action: 'app_linked' as const,
    account: usernames.get(accountOf.get(appId) ?? -1) ?? null,
    facts: { network, network_app_id: networkAppId, app_id: appId },
  }))
}
