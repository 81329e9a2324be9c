import type { Platform } from '../values/platform.ts'

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
