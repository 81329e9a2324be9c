import { type AppLinkView, type AppView, toAppLinkView, toAppView } from './app-view.ts'
import { appId } from './fields.ts'
import { findApp } from './find-app.ts'
import { type FiguresView, sumAllFigures } from './sum-figures.ts'
import { readsOnly, useCase } from './use-case.ts'

export interface AppDetailsView extends AppView {
  readonly account: string
  readonly currency: string
  readonly links: readonly AppLinkView[]
  readonly figures: FiguresView
}

/** An app with its links and a summary of its figures. */
export const showApp = useCase({
  name: 'show-app',
  request: { appId },
  audit: readsOnly,
  run: async (services, request, { signal }): Promise<AppDetailsView> => {
    const { apps, accounts } = services
    const app = await findApp(apps, request.appId)
    const { username, currency } = (await accounts.byId(app.accountId))!
    const links = await apps.linksOf(app.accountId)
    return {
      account: username,
      currency,
      ...toAppView(app),
      links: links.filter((link) => link.app.key === app.key).map(toAppLinkView),
      figures: await sumAllFigures(services, app.accountId, app, signal),
    }
  },
})
