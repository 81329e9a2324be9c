import type { Selectable } from 'kysely'
import type { App } from '../publishers/app.ts'
import type { Platform } from '../values/platform.ts'
import type { AppsTable } from './tables/account-tables.ts'

export function toApp(row: Selectable<AppsTable>): App {
  return {
    key: row.key,
    appId: row.app_id,
    accountId: row.account_id,
    name: row.name,
    platform: row.platform as Platform,
    ...(row.app_store_id !== null && { appStoreId: row.app_store_id }),
    ...(row.app_bundle_id !== null && { appBundleId: row.app_bundle_id }),
    ...(row.android_package !== null && { androidPackage: row.android_package }),
    ...(row.is_archived === 1 && { isArchived: true as const }),
    ...(row.ended_by !== null && { endedBy: Number(row.ended_by) }),
  }
}
