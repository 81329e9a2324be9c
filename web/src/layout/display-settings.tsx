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
          {Object.entries(themeTitles).map(([value, title]) => (
            <option key={value} value={value}>
              {title}
            </option>
          ))}
        </select>
      </label>
      <label>
        <span>Numbers and dates</span>
        <select value={language} onChange={(event) => setLanguage(event.target.value as Language)}>
          {Object.entries(languages).map(([value, { title }]) => (
            <option key={value} value={value}>
              {title}
            </option>
          ))}
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
