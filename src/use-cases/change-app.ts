import type { AuditAction, AuditRecord } from '../audit/audit-event.ts'
import { toAppView } from './app-view.ts'
import { appId, appName } from './fields.ts'
import { findApp } from './find-app.ts'
import type { Services } from './services.ts'
import { useCase } from './use-case.ts'

/** Gives an app another name. Its app_id and its figures stay. */
export const renameApp = useCase({
  name: 'rename-app',
  request: { appId, newName: appName },
  run: async ({ apps }, { appId, newName }) => {
    const app = await findApp(apps, appId)
    await apps.rename(app.key, newName)
    return toAppView({ ...app, name: newName })
  },
  audit: ({ appId, newName }, _result, services) =>
    recordOf('app_renamed', appId, { name: newName }, services),
})

/** Leaves an app out of lists. Its figures count as before, and imports still find it. */
export const archiveApp = useCase({
  name: 'archive-app',
  request: { appId },
  run: async ({ apps }, request) => {
    const app = await findApp(apps, request.appId)
    await apps.setArchived(app.key, true)
    return toAppView({ ...app, isArchived: true })
  },
  audit: ({ appId }, _result, services) => recordOf('app_archived', appId, {}, services),
})

/** Brings an archived app back into lists. */
export const unarchiveApp = useCase({
  name: 'unarchive-app',
  request: { appId },
  run: async ({ apps }, request) => {
    const { isArchived: _, ...app } = await findApp(apps, request.appId)
    await apps.setArchived(app.key, false)
    return toAppView(app)
  },
  audit: ({ appId }, _result, services) => recordOf('app_unarchived', appId, {}, services),
})

async function recordOf(
  action: AuditAction,
  appId: string,
  facts: AuditRecord['facts'],
  { apps, accounts }: Services,
): Promise<AuditRecord[]> {
  const owner = await accounts.byId((await findApp(apps, appId)).accountId)
  return [{ action, account: owner?.username ?? null, facts: { app_id: appId, ...facts } }]
}
