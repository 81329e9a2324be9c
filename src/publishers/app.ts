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

/** An app as a network names it. */
export interface NetworkApp {
  readonly network: string
  /** The network's own id of the app. */
  readonly networkAppId: string
  /** Null where the network does not say. */
  readonly platform: Platform | null
  readonly name: string
  /** The store's package or bundle, where the network states it. */
  readonly storePackage?: string
  /** The App Store's number, where the network states it. */
  readonly appStoreId?: number
}

/** An app as a network names it, its platform known. */
export interface PlacedNetworkApp extends NetworkApp {
  readonly platform: Platform
}
