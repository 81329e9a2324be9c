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
}

/** An identifier that at most one app of an account has. */
export type AppIdentifier =
  | { readonly appStoreId: number }
  | { readonly appBundleId: string }
  | { readonly platform: 'android' | 'amazon'; readonly androidPackage: string }

export type { NetworkApp, PlacedNetworkApp } from '../sources/network-app.ts'
