import type { App, AppLink } from '../publishers/app.ts'

/** An app, with the names of an apps file's columns. */
export interface AppView {
  readonly app_id: string
  readonly app_name: string
  readonly platform: string
  readonly app_store_id: number | null
  readonly app_bundle_id: string | null
  readonly android_package: string | null
  readonly archived: boolean
}

export const toAppView = (app: App): AppView => ({
  app_id: app.appId,
  app_name: app.name,
  platform: app.platform,
  app_store_id: app.appStoreId ?? null,
  app_bundle_id: app.appBundleId ?? null,
  android_package: app.androidPackage ?? null,
  archived: app.isArchived === true,
})

/** A network's id of an app. */
export interface AppLinkView {
  readonly network: string
  readonly network_app_id: string
  readonly app_id: string
  readonly platform: string
}

export const toAppLinkView = ({ network, networkAppId, app }: AppLink): AppLinkView => ({
  network,
  network_app_id: networkAppId,
  app_id: app.appId,
  platform: app.platform,
})
