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

/** Where numbers and dates are at home. The texts stay English. */
export const places = { en: 'English', ar: 'العربية' } as const
export type Place = keyof typeof places

export interface Preferences {
  readonly theme: Theme
  readonly place: Place
  /** The locale of `Intl`. */
  readonly locale: string
  readonly direction: 'ltr' | 'rtl'
  readonly setTheme: (theme: Theme) => void
  readonly setPlace: (place: Place) => void
}

const PreferencesContext = createContext<Preferences | null>(null)

/** What this browser's reader prefers; kept in the browser. */
export const usePreferences = (): Preferences => useContext(PreferencesContext)!

export function PreferencesProvider({ children }: { children: ReactNode }) {
  const [theme, setTheme] = useKept<Theme>('adtally-theme', themes, 'system')
  const [place, setPlace] = useKept<Place>(
    'adtally-place',
    Object.keys(places) as Place[],
    navigator.language.startsWith('ar') ? 'ar' : 'en',
  )
  const direction = place === 'ar' ? 'rtl' : 'ltr'
  const locale = localeOf(place)
  useLayoutEffect(() => {
    const { documentElement: page } = document
    page.dir = direction
    if (theme === 'system') page.removeAttribute('data-theme')
    else page.setAttribute('data-theme', theme)
  }, [theme, direction])
  const preferences = useMemo(
    () => ({ theme, place, locale, direction, setTheme, setPlace }) as const,
    [theme, place, locale, direction, setTheme, setPlace],
  )
  return (
    <PreferencesContext value={preferences}>
      <I18nProvider locale={locale}>{children}</I18nProvider>
    </PreferencesContext>
  )
}

/** The reader's own kind of a language, as British English, where the browser knows it. */
function localeOf(place: Place): string {
  const own = navigator.languages.find((language) => language.startsWith(place))
  return own ?? (place === 'ar' ? 'ar-EG' : 'en-US')
}

function useKept<Value extends string>(
  name: string,
  accepted: readonly Value[],
  byDefault: Value,
): [Value, (value: Value) => void] {
  const [value, setValue] = useState(() => {
    const kept = localStorage.getItem(name)
    return accepted.find((one) => one === kept) ?? byDefault
  })
  const keep = useMemo(
    () => (chosen: Value) => {
      localStorage.setItem(name, chosen)
      setValue(chosen)
    },
    [name],
  )
  return [value, keep]
}
