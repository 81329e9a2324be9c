/** A network's app without a link, and the apps of the account that it is likely to be. */
export interface AppToLink {
  /** Null when the network does not state it. */
  readonly platform: string | null
  readonly isNameOnly: boolean
  /** The ids of apps that have its name, and its platform if it has one. */
  readonly suggestions: readonly string[]
}

/** Whether its name means apps of several platforms, which no link could tell apart. */
export const isUnclear = ({ isNameOnly, platform, suggestions }: AppToLink): boolean =>
  isNameOnly && platform === null && suggestions.length > 1

/** Whether an import can create an app for it. */
export const canCreate = ({ platform, suggestions }: AppToLink): boolean =>
  platform !== null && suggestions.length === 0

/** Whether an app of this platform may be the one. Networks call Amazon's apps Android apps. */
export const mayBe = (platform: string, stated: string | null): boolean =>
  stated === null || (platform === 'ios') === (stated === 'ios')

/** The platform that a link to an app states; undefined where the network states none. */
export const linkedPlatform = <Platform>(
  stated: string | null,
  appPlatform: Platform,
): Platform | undefined => (stated === null ? undefined : appPlatform)
