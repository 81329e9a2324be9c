import type { App } from '../publishers/app.ts'
import { refuse } from '../publishers/refusals.ts'
import { type FigureRevision, previewRevision, reviseFigures } from '../staging/revise-figures.ts'
import type { ImportApps } from '../staging/slice-store.ts'
import { appId, dryRun } from './fields.ts'
import { findApp } from './find-app.ts'
import { refusePartner, refuseUnshared } from './partners/refuse-partner.ts'
import type { Services } from './services.ts'
import { type FiguresView, sumAllFigures } from './sum-figures.ts'
import { useCase } from './use-case.ts'

/** An app that is deleted or merged, with the figures that it had. */
export interface AppEndView extends FiguresView {
  /** The ledger entry; null when nothing was changed yet. */
  readonly entry: number | null
  readonly account: string
  readonly currency: string
}

/** Deletes an app with all its figures. An undo of the ledger entry brings both back. */
export const deleteApp = useCase({
  name: 'delete-app',
  request: { appId, dryRun },
  run: async (services, { appId, dryRun = false }, { signal }): Promise<AppEndView> => {
    const app = await findApp(services.apps, appId)
    const view = await viewOf(app, services, signal)
    if (dryRun) return view
    const { importId } = await reviseFigures(endOf(app, null, services), revising(services))
    return { ...view, entry: importId }
  },
  audit: ({ appId }, { entry, account, slices }) =>
    entry === null
      ? []
      : [{ action: 'app_deleted', account, facts: { deletion: entry, app_id: appId, slices } }],
})

export interface MergeView extends AppEndView {
  readonly into: string
  /** Slices of the other app that get figures added. */
  readonly added_to_slices: number
}

/**
 * Merges an app into another one: its figures are added to the other's, day by day and network by
 * network, and imports of its figures go there from then on. An undo of the ledger entry parts them.
 */
export const mergeApps = useCase({
  name: 'merge-apps',
  request: { appId, into: appId, dryRun },
  run: async (services, request, { signal }): Promise<MergeView> => {
    const app = await findApp(services.apps, request.appId)
    const into = await findApp(services.apps, request.into)
    refuseUnlike(app, into)
    await refuseUnshared(services, app, into)
    const view = { ...(await viewOf(app, services, signal)), into: into.appId }
    const end = endOf(app, into, services)
    if (request.dryRun) {
      const { replacedSlices } = await previewRevision(end, revising(services))
      return { ...view, added_to_slices: replacedSlices }
    }
    const { importId, replacedSlices } = await reviseFigures(end, revising(services))
    return { ...view, entry: importId, added_to_slices: replacedSlices }
  },
  audit: ({ appId }, { entry, account, into, slices }) =>
    entry === null
      ? []
      : [{ action: 'apps_merged', account, facts: { merge: entry, app_id: appId, into, slices } }],
})

const revising = (services: Services) => ({ ...services, limits: services.importLimits })

async function viewOf(app: App, services: Services, signal: AbortSignal): Promise<AppEndView> {
  const account = (await services.accounts.byId(app.accountId))!
  await refusePartner(services, account)
  const { username, currency } = account
  const figures = await sumAllFigures(services, app.accountId, app, signal)
  return { entry: null, account: username, currency, ...figures }
}

function refuseUnlike(app: App, into: App): void {
  const isOther = (member: 'accountId' | 'platform') => app[member] !== into[member]
  const differs = isOther('accountId')
    ? 'account'
    : isOther('platform')
      ? 'platform'
      : app.key === into.key
        ? 'nothing'
        : null
  if (differs === null) return
  throw refuse('apps_not_mergeable', { appId: app.appId, into: into.appId, differs })
}

/** The end of an app's figures, those of secondary reports too. @param into null when it is deleted */
function endOf(app: App, into: App | null, { apps }: Services): FigureRevision {
  const scope = { days: null, networks: null, accountId: app.accountId, apps: [app.key] }
  return {
    what: into
      ? { kind: 'merge', subject: { app: app.appId, into: into.appId, keys: [app.key, into.key] } }
      : { kind: 'deletion', subject: { app: app.appId, wholeApp: true, keys: [app.key] } },
    scope: { ...scope, withReports: true, ...(into && { mergedInto: into.key }) },
    report: null,
    apps: endingApps(app, into, apps),
  }
}

/** Ends an app with the entry, unless it or the other one ended since the request was checked. */
function endingApps(app: App, into: App | null, apps: Services['apps']): ImportApps {
  return {
    expected: () => [],
    resolve: async (entry) => {
      const keys = into ? [app.key, into.key] : [app.key]
      const found = await apps.byKeys(keys)
      const isGone = found.some(({ endedBy }) => endedBy !== undefined)
      if (isGone || found.length < keys.length) throw refuse('app_ended', { appId: app.appId })
      await apps.beginEnding(app.key, entry, into?.key ?? null)
      return []
    },
    confirmPending: (lastEntry) => apps.confirmPendingApps(lastEntry),
  }
}
