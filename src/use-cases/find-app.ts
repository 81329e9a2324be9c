import type { App } from '../publishers/app.ts'
import type { AppStore } from '../publishers/app-store.ts'
import { refuse } from '../publishers/refusals.ts'

/**
 * @param accountId the account of the app; any account when absent
 * @throws Refusal `unknown_app` when no such account has this app
 */
export async function findApp(apps: AppStore, appId: string, accountId?: number): Promise<App> {
  const [app] = await apps.byIds([appId])
  if (!app || (accountId ?? app.accountId) !== app.accountId) {
    throw refuse('unknown_app', { appId })
  }
  return app
}
