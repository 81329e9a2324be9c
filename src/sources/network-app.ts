import type { Platform } from '../values/platform.ts'

/** An app in the words of a network. */
export interface NetworkApp {
  readonly network: string
  /** The network's own id for the app. */
  readonly networkAppId: string
  /** Null when the network does not name it. */
  readonly platform: Platform | null
  readonly name: string
  /** The store's package or bundle id, if the network states it. */
  readonly storePackage?: string
  /** The App Store's number, if the network states it. */
  readonly appStoreId?: number
}

/** A network's app with a known platform. */
export interface PlacedNetworkApp extends NetworkApp {
  readonly platform: Platform
}
