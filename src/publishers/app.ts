import type { Platform } from '../values/platform.ts'

export interface AppDetails {
  readonly appId: string
  readonly name: string
  readonly platform: Platform
  /** ios: the App Store ID. */
  readonly appStoreId?: number
  /** ios: the bundle identifier. */
  readonly appBundleId?: string
  /** android and amazon: the package name. */
  readonly androidPackage?: string
}

/** An app of an account. */
export interface App extends AppDetails {
  /** The app's key in the stores: positive, never changed. */
  readonly key: number
  readonly accountId: number
  /** Archived apps are left out of lists; their figures count. */
  readonly isArchived?: true
  /**
   * The ledger entry that deleted the app or merged it into another one; absent while it exists. Such
   * an app only names past figures.
   */
  readonly endedBy?: number
}

/** Whether lists of apps contain it, also without figures. */
export const isListed = ({ isArchived, endedBy }: App): boolean =>
  isArchived !== true && endedBy === undefined

/** A new app, or changes of an existing one: absent identifiers stay, null removes one. */
export interface AppUpdate extends Pick<AppDetails, 'appId' | 'name' | 'platform'> {
  readonly accountId: number
  readonly appStoreId?: number | null
  readonly appBundleId?: string | null
  readonly androidPackage?: string | null
  /** Networks' ids to link to it, for its platform. */
  readonly links?: readonly Pick<NewAppLink, 'network' | 'networkAppId'>[]
}

/** A network's app id and the app that it means on the app's platform. */
export interface AppLink {
  readonly network: string
  readonly networkAppId: string
  /** The existing app, also when the link was made for one that was merged into it. */
  readonly app: App
}

/** A link to make, for the app's platform. */
export interface NewAppLink {
  readonly network: string
  readonly networkAppId: string
  readonly app: Pick<App, 'key' | 'appId' | 'accountId' | 'platform'>
}

/** An identifier that at most one app of an account has. */
export type AppIdentifier =
  | { readonly appStoreId: number }
  | { readonly appBundleId: string }
  | { readonly platform: 'android' | 'amazon'; readonly androidPackage: string }

export type { NetworkApp, PlacedNetworkApp } from '../sources/network-app.ts'
