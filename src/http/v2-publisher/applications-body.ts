import type { App } from '../../publishers/app.ts'
import { addDays, type Day, formatDay } from '../../values/day.ts'
import type { Caller } from '../plugins/guard.ts'

/** How many days an app's stats link covers, including today. */
const linkedDays = 7

/** The account's apps with links to their dashboard and figures. */
export async function* applicationsBody(
  apps: readonly App[],
  { principal: { account }, linkKey }: Caller,
  baseUrl: string,
  today: Day,
) {
  const data = apps.map((app) => ({
    app_id: app.appId,
    app_name: app.name,
    platform: app.platform,
    dashboard_url: `${baseUrl}/dashboard/apps/${encodeURIComponent(app.appId)}`,
    api_url: statsUrl(app.appId, account.username, linkKey, baseUrl, today),
    ...(app.platform === 'ios'
      ? { app_store_id: app.appStoreId, app_bundle_id: app.appBundleId }
      : { android_package: app.androidPackage }),
  }))
  yield Buffer.from(JSON.stringify({ data }), 'utf8')
}

function statsUrl(
  appId: string,
  developer: string,
  key: string | null,
  baseUrl: string,
  today: Day,
): string {
  const query = new URLSearchParams({
    app_id: appId,
    developer,
    ...(key !== null && { key }),
    start_date: formatDay(addDays(today, 1 - linkedDays)),
    end_date: formatDay(today),
  })
  return `${baseUrl}/api/v2/publisher/applications/stats?${query}`
}
