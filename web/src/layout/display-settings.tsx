import { Options } from '../controls/options.tsx'
import styles from './display-settings.module.css'
import { type Language, languages } from './languages.ts'
import { type Theme, usePreferences } from './preferences.tsx'

/** Theme and number format of this browser. */
export function DisplaySettings({ className = '' }: { className?: string | undefined }) {
  const { theme, language, setTheme, setLanguage } = usePreferences()
  return (
    <div className={`${styles.looks} ${className}`}>
      <label>
        <span>Theme</span>
        <select value={theme} onChange={(event) => setTheme(event.target.value as Theme)}>
          <Options of={Object.entries(themeTitles)} />
        </select>
      </label>
      <label>
        <span>Numbers and dates</span>
        <select value={language} onChange={(event) => setLanguage(event.target.value as Language)}>
          <Options of={Object.entries(languages).map(([value, { title }]) => [value, title])} />
        </select>
      </label>
    </div>
  )
}

const themeTitles = {
  system: 'System',
  light: 'Light',
  dark: 'Dark',
}
