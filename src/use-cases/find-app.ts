import type { App } from '../publishers/app.ts'
import type { AppStore } from '../publishers/app-store.ts'
import { refuse } from '../publishers/refusals.ts'

/** @throws Refusal `unknown_app` when no account has this app */
export async function findApp(apps: AppStore, appId: string): Promise<App> {
  const [app] = await apps.byIds([appId])
  if (!app) throw refuse('unknown_app', { appId })
  return app
}
