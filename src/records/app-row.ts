import type { Selectable } from 'kysely'
import type { App } from '../publishers/app.ts'
import type { Platform } from '../values/platform.ts'
import type { AppsTable } from './tables/account-tables.ts'

export function toApp(row: Selectable<AppsTable>): App {
  return {
    key: row.key,
    appId: row.appId,
    accountId: row.accountId,
    name: row.name,
    platform: row.platform as Platform,
    ...(row.appStoreId !== null && { appStoreId: row.appStoreId }),
    ...(row.appBundleId !== null && { appBundleId: row.appBundleId }),
    ...(row.androidPackage !== null && { androidPackage: row.androidPackage }),
    ...(row.isArchived === 1 && { isArchived: true as const }),
    ...(row.endedBy !== null && { endedBy: Number(row.endedBy) }),
  }
}
