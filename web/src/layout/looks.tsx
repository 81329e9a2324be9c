import { type Place, places, type Theme, usePreferences } from './preferences.tsx'

const themeTitles: Readonly<Record<Theme, string>> = {
  system: 'As the system',
  light: 'Light',
  dark: 'Dark',
}

/** How the dashboard looks in this browser. */
export function Looks() {
  const { theme, place, setTheme, setPlace } = usePreferences()
  return (
    <div className="looks">
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
        <select value={place} onChange={(event) => setPlace(event.target.value as Place)}>
          {Object.entries(places).map(([value, title]) => (
            <option key={value} value={value}>
              {title}
            </option>
          ))}
        </select>
      </label>
    </div>
  )
}
