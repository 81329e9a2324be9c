import type { Platform } from '../values/platform.ts'

/** What is known of an app; identifiers only where the platform has them. */
export interface AppDetails {
  readonly appId: string
  readonly name: string
  readonly platform: Platform
  /** ios: the App Store's number. */
  readonly appStoreId?: number
  /** ios: the bundle identifier. */
  readonly appBundleId?: string
  /** android and amazon: the package name. */
  readonly androidPackage?: string
}

/** An app of an account. */
export interface App extends AppDetails {
  /** The app's key in the stores: positive, and the same for the life of the app. */
  readonly key: number
  readonly accountId: number
}

/** An app of whose kind there can be one in an account: what selects it there. */
export type AppIdentifier =
  | { readonly appStoreId: number }
  | { readonly appBundleId: string }
  | { readonly platform: 'android' | 'amazon'; readonly androidPackage: string }

export type { NetworkApp, PlacedNetworkApp } from '../sources/network-app.ts'
