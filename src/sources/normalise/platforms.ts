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

/** The accepted names of platforms, for error texts. */
export const platformAccepts = 'iOS, Android, Google Play or Amazon'

/** Recognises a platform by its name, in any case. @returns null when it is not recognised */
export function platformOf(text: string): Platform | null {
  return words.get(text.toLowerCase().replace(/[^a-z]/g, '')) ?? null
}
