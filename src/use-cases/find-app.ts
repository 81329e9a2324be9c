import type { App } from '../publishers/app.ts'
import { refuse } from '../publishers/refusals.ts'
import type { AppStore } from '../records/app-store.ts'
import { type ImportAccount, mayChange } from '../staging/import-account.ts'

/**
 * @param target the account that the app must be of; null for any
 * @throws Refusal `unknown_app` when there is no such app
 */
export async function findApp(
  apps: AppStore,
  appId: string,
  target: ImportAccount | null = null,
): Promise<App> {
  const [app] = await apps.byIds([appId])
  if (!app || (target && !mayChange(target, app))) throw refuse('unknown_app', { appId })
  return app
}
