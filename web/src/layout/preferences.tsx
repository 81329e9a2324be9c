import {
  createContext,
  type ReactNode,
  useContext,
  useLayoutEffect,
  useMemo,
  useState,
} from 'react'
import { I18nProvider } from 'react-aria-components'

export const themes = ['system', 'light', 'dark'] as const
export type Theme = (typeof themes)[number]

/** Languages of numbers and dates, with their usual locales. All texts are English. */
export const languages = {
  en: { title: 'English', locale: 'en-US' },
  de: { title: 'Deutsch', locale: 'de-DE' },
  fr: { title: 'Français', locale: 'fr-FR' },
  es: { title: 'Español', locale: 'es-ES' },
  ja: { title: '日本語', locale: 'ja-JP' },
  zh: { title: '中文', locale: 'zh-CN' },
  ko: { title: '한국어', locale: 'ko-KR' },
  hi: { title: 'हिन्दी', locale: 'hi-IN' },
  ar: { title: 'العربية', locale: 'ar-EG' },
} as const
export type Language = keyof typeof languages

const switches = ['on', 'off'] as const

const languageNames = Object.keys(languages) as Language[]

export interface Preferences {
  readonly theme: Theme
  readonly language: Language
  /** The locale of `Intl`. */
  readonly locale: string
  readonly direction: 'ltr' | 'rtl'
  /** Whether single keys are shortcuts. */
  readonly hasSingleKeys: boolean
  readonly setTheme: (theme: Theme) => void
  readonly setLanguage: (language: Language) => void
  readonly setSingleKeys: (hasSingleKeys: boolean) => void
}

const PreferencesContext = createContext<Preferences | null>(null)

/** The reader's preferences, stored in the browser. */
export const usePreferences = (): Preferences => useContext(PreferencesContext)!

export function PreferencesProvider({ children }: { children: ReactNode }) {
  const [theme, setTheme] = useStored<Theme>('adtally-theme', themes, 'system')
  const [language, setLanguage] = useStored<Language>(
    'adtally-place',
    languageNames,
    languageNames.find((one) => isOf(navigator.language, one)) ?? 'en',
  )
  const [singleKeys, storeSingleKeys] = useStored('adtally-single-keys', switches, 'on')
  const direction = language === 'ar' ? 'rtl' : 'ltr'
  const locale = localeOf(language)
  useLayoutEffect(() => {
    const { documentElement: page } = document
    page.dir = direction
    if (theme === 'system') page.removeAttribute('data-theme')
    else page.setAttribute('data-theme', theme)
  }, [theme, direction])
  const preferences = useMemo(
    (): Preferences => ({
      ...{ theme, language, locale, direction, setTheme, setLanguage },
      hasSingleKeys: singleKeys === 'on',
      setSingleKeys: (isOn) => storeSingleKeys(isOn ? 'on' : 'off'),
    }),
    [theme, language, locale, direction, setTheme, setLanguage, singleKeys, storeSingleKeys],
  )
  return (
    <PreferencesContext value={preferences}>
      <I18nProvider locale={locale}>{children}</I18nProvider>
    </PreferencesContext>
  )
}

/** The browser's variant of a language, for example British English. */
function localeOf(language: Language): string {
  return (
    navigator.languages.find((variant) => isOf(variant, language)) ?? languages[language].locale
  )
}

const isOf = (variant: string, language: Language): boolean => variant.split('-')[0] === language

function useStored<Value extends string>(
  name: string,
  accepted: readonly Value[],
  byDefault: Value,
): [Value, (value: Value) => void] {
  const [value, setValue] = useState(() => {
    const stored = localStorage.getItem(name)
    return accepted.find((one) => one === stored) ?? byDefault
  })
  const store = useMemo(
    () => (chosen: Value) => {
      localStorage.setItem(name, chosen)
      setValue(chosen)
    },
    [name],
  )
  return [value, store]
}
