import {
  createContext,
  type ReactNode,
  useContext,
  useLayoutEffect,
  useMemo,
  useState,
} from 'react'
import { I18nProvider } from 'react-aria-components'
import { type Language, languages } from './languages.ts'

const themes = ['system', 'light', 'dark'] as const
export type Theme = (typeof themes)[number]

const switches = ['on', 'off'] as const

const languageNames = Object.keys(languages) as Language[]

export interface Preferences {
  readonly theme: Theme
  readonly language: Language
  /** The locale of `Intl`. */
  readonly locale: string
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
  const locale = localeOf(language)
  useLayoutEffect(() => {
    const { documentElement: page } = document
    if (theme === 'system') page.removeAttribute('data-theme')
    else page.setAttribute('data-theme', theme)
  }, [theme])
  const preferences = useMemo(
    (): Preferences => ({
      theme,
      language,
      locale,
      setTheme,
      setLanguage,
      hasSingleKeys: singleKeys === 'on',
      setSingleKeys: (isOn) => storeSingleKeys(isOn ? 'on' : 'off'),
    }),
    [theme, language, locale, setTheme, setLanguage, singleKeys, storeSingleKeys],
  )
  return (
    <PreferencesContext value={preferences}>
      {/* Controls follow the texts, which run from left to right. */}
      <I18nProvider locale={language === 'ar' ? languages.en.locale : locale}>
        {children}
      </I18nProvider>
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
