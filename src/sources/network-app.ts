import { isPlainText, plainText } from '../values/plain-text.ts'
import type { Platform } from '../values/platform.ts'
import type { ReportedApp } from './source.ts'

/** An app in the words of a network. */
export interface NetworkApp {
  readonly network: string
  /** The network's own id for the app. */
  readonly networkAppId: string
  /** Null when the network does not name it. */
  readonly platform: Platform | null
  readonly name: string
  /**
   * Set where a report names it by its name alone, which its iOS and Android apps may share, and can
   * state the platform.
   */
  readonly isNameOnly?: true
  /** The store's package or bundle id, if the network states it. */
  readonly storePackage?: string
  /** The App Store's number, if the network states it. */
  readonly appStoreId?: number
}

/** A network's app with a known platform. */
export interface PlacedNetworkApp extends NetworkApp {
  readonly platform: Platform
}

/** Fits an index of PostgreSQL with any characters. */
export const maxNetworkAppIdLength = 255

export const networkAppIdAccepts = `at most ${maxNetworkAppIdLength} characters, without characters that control a terminal or the direction of text`

/** Whether the text can be a network's id of an app; '' is none. */
export const isNetworkAppId = (text: string): boolean =>
  text.length <= maxNetworkAppIdLength && isPlainText(text)

/** Names longer than this are cut. */
const maxNameLength = 255

/** The name of an app as a report has it, without characters that no name needs. */
export const cleanName = (name: string): string => plainText(name).slice(0, maxNameLength).trim()

/** Whether the text can be a package name or a bundle identifier. */
export const isStorePackage = (text: string): boolean => /^[A-Za-z0-9._-]{1,255}$/.test(text)

/** The id that a network uses for an app; '' when it does not name one. */
export const networkAppIdOf = (app: ReportedApp | undefined): string =>
  app?.id || app?.package || app?.name || ''

/** A report that never states platforms leaves it to links which app a name means. */
export const isNamedAlone = (app: ReportedApp): boolean =>
  app.platform !== undefined && !app.package && (!app.id || app.id === app.name)
