import {
  createContext,
  type ReactNode,
  useContext,
  useEffect,
  useLayoutEffect,
  useMemo,
  useState,
} from 'react'
import { I18nProvider } from 'react-aria-components'
import { hasTexts, type Language, languages, loadCatalogue } from '../texts/languages.ts'
import { showTexts } from '../texts/texts.ts'

const themes = ['system', 'light', 'dark'] as const
export type Theme = (typeof themes)[number]

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
  const textsIn = useTextsIn(language)
  useLayoutEffect(() => {
    const { documentElement: page } = document
    page.dir = direction
    page.lang = textsIn ?? 'en'
    if (theme === 'system') page.removeAttribute('data-theme')
    else page.setAttribute('data-theme', theme)
  }, [theme, direction, textsIn])
  const preferences = useMemo(
    (): Preferences => ({
      theme,
      language,
      locale,
      direction,
      setTheme,
      setLanguage,
      hasSingleKeys: singleKeys === 'on',
      setSingleKeys: (isOn) => storeSingleKeys(isOn ? 'on' : 'off'),
    }),
    [theme, language, locale, direction, setTheme, setLanguage, singleKeys, storeSingleKeys],
  )
  if (textsIn === null) return null
  return (
    <PreferencesContext value={preferences}>
      {/* The key renders every text again in another language. */}
      <I18nProvider key={textsIn} locale={locale}>
        {children}
      </I18nProvider>
    </PreferencesContext>
  )
}

/** Shows the texts of a language. @returns the language of the texts, null while the first ones are loading */
function useTextsIn(language: Language): Language | null {
  const [shown, setShown] = useState<Language | null>(hasTexts(language) ? null : 'en')
  useEffect(() => {
    let isWanted = true
    loadCatalogue(language).then((catalogue) => {
      if (!isWanted) return
      showTexts(catalogue ? language : 'en', catalogue ?? {})
      setShown(catalogue ? language : 'en')
    })
    return () => {
      isWanted = false
    }
  }, [language])
  return shown
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
