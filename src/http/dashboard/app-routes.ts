import type { Principal } from '../../publishers/principal.ts'
import { VisibleApps } from '../../records/visible-apps.ts'
import { listAppLinks, unlinkApp } from '../../use-cases/app-links.ts'
import { toAppView } from '../../use-cases/app-view.ts'
import { renameApp } from '../../use-cases/change-app.ts'
import { mergeApps } from '../../use-cases/end-app.ts'
import { linkApps } from '../../use-cases/link-apps.ts'
import { Problem } from '../answer/problems.ts'
import type { DashboardServices } from '../services.ts'
import { requestOf } from './refused.ts'
import { ofAccount } from './route-table.ts'

/** A thousand links, escaped. */
const maxBodyBytes = 2_097_152
const editing = { needs: 'import', ofAllApps: true, maxBodyBytes } as const
const managing = { ...editing, needs: 'manage' } as const

/** The account's apps, with their links from networks' app ids. */
export function appRoutes({ apps }: DashboardServices) {
  /** Use cases check what is no app id. @throws Problem `unknown_app` */
  const seeApps = async (principal: Principal, ids: readonly unknown[]) => {
    const wanted = [...new Set(ids.filter((id) => typeof id === 'string' && id.length <= 128))]
    const found = await new VisibleApps(apps, principal).byIds(wanted as string[])
    const missing = wanted.find((id) => !found.some((one) => one.appId === id))
    if (missing === undefined) return found
    throw new Problem('unknown_app', `The account has no app with the app_id ${missing}.`)
  }

  return {
    'GET /apps': ofAccount({
      needs: 'read',
      answer: async ({ principal, username: account, call, askShort }) => {
        const [seen, links] = await askShort(() =>
          Promise.all([new VisibleApps(apps, principal).all(), call(listAppLinks, { account })]),
        )
        const linksOf = Map.groupBy(links, ({ app_id: appId }) => appId)
        return {
          apps: seen.map((one) => ({
            ...toAppView(one),
            links: (linksOf.get(one.appId) ?? []).map(({ network, network_app_id }) => ({
              network,
              network_app_id,
            })),
          })),
        }
      },
    }),

    'POST /apps/rename': ofAccount({
      ...editing,
      answer: async ({ principal, fields, ask }) => {
        await seeApps(principal, [fields.appId])
        return ask(renameApp, fields)
      },
    }),

    'POST /apps/link': ofAccount({
      ...editing,
      answer: async ({ principal, username: account, fields, ask }) => {
        const links = Array.isArray(fields.links) ? fields.links.map(requestOf) : fields.links
        await seeApps(principal, Array.isArray(links) ? links.map(({ appId }) => appId) : [])
        return ask(linkApps, { ...fields, links, account })
      },
    }),

    'POST /apps/unlink': ofAccount({
      ...editing,
      answer: async ({ principal, username: account, fields: { appId, ...fields }, ask }) => {
        const [found] = await seeApps(principal, [appId])
        if (!found) throw new Problem('unknown_app', 'Name an app of the account as app_id.')
        const { platform } = found
        const [removed] = await ask(unlinkApp, { ...fields, account, platform })
        const { network, network_app_id, app_id } = removed!
        return { network, network_app_id, app_id }
      },
    }),

    'POST /apps/merge': ofAccount({
      ...managing,
      answer: async ({ principal, fields, ask, changeFigures }) => {
        await seeApps(principal, [fields.appId, fields.into])
        const {
          networks: _,
          days: _days,
          ...merged
        } = await changeFigures(() => ask(mergeApps, fields))
        return merged
      },
    }),
  }
}
