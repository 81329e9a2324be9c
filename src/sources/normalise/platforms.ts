import type { Platform } from '../../values/platform.ts'

const words: ReadonlyMap<string, Platform> = new Map(
  Object.entries<Platform>({
    ios: 'ios',
    iphone: 'ios',
    ipad: 'ios',
    appstore: 'ios',
    itunes: 'ios',
    android: 'android',
    googleplay: 'android',
    amazon: 'amazon',
    amazonappstore: 'amazon',
    fireos: 'amazon',
    kindle: 'amazon',
  }),
)

/** What a platform may be written as, for error texts. */
export const platformAccepts = 'iOS, Android, Google Play or Amazon'

/** The platform that a report means, in any case; null when it cannot be known. */
export function platformOf(text: string): Platform | null {
  return words.get(text.toLowerCase().replace(/[^a-z]/g, '')) ?? null
}
