import { dataSettings } from './data-directory.ts'
import { importSettings } from './import-limits.ts'
import { mailSettings } from './mail.ts'
import { networkCallSettings } from './network-calls.ts'
import { oidcSettings } from './oidc.ts'
import {
  boundSettings,
  inboxSettings,
  keepingSettings,
  logSettings,
  serverSettings,
} from './serve-settings.ts'
import { serverStoreSettings } from './servers.ts'
import type { Setting } from './setting.ts'
import { storageSettings } from './storage-limits.ts'
import { warehouseSettings } from './warehouses.ts'

/** All settings, by the headings of `docs/settings.md`. */
export const settingGroups: Readonly<Record<string, readonly Setting[]>> = {
  'Data and log': [
    ...Object.values(dataSettings),
    ...Object.values(logSettings),
    ...Object.values(keepingSettings),
  ],
  Server: Object.values(serverSettings),
  Inbox: Object.values(inboxSettings),
  'Limits of the server': Object.values(boundSettings),
  'Servers for the stores': Object.values(serverStoreSettings),
  'Disk and memory': Object.values(storageSettings),
  Imports: Object.values(importSettings),
  'Signing in with your provider': Object.values(oidcSettings),
  'Reaching networks': Object.values(networkCallSettings),
  Destinations: Object.values(warehouseSettings),
  Mail: Object.values(mailSettings),
}

export const allSettings: readonly Setting[] = Object.values(settingGroups).flat()
