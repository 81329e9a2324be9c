import type { App } from '../publishers/app.ts'
import type { AppStore } from '../publishers/app-store.ts'
import { refuse } from '../publishers/refusals.ts'

/**
 * @param accountId the account that has to have it; any when absent
 * @throws Refusal `unknown_app` when no such account has it
 */
export async function findApp(apps: AppStore, appId: string, accountId?: number): Promise<App> {
  const [app] = await apps.byIds([appId])
  if (!app || (accountId ?? app.accountId) !== app.accountId) {
    throw refuse('unknown_app', { appId })
  }
  return app
}
