import { type ReactNode, useState } from 'react'
import { useAccount, useAnswer } from '../../api/queries.ts'
import { DayField } from '../../controls/day-field.tsx'
import { Options } from '../../controls/options.tsx'
import { appName } from '../../figures/names.ts'
import type { GivenOptions } from './given-import.ts'
import styles from './imports.module.css'

export interface ImportOptionsProps {
  readonly options: GivenOptions
  readonly onChange: (options: GivenOptions) => void
  /** Whether they are shown at first. */
  readonly isOpen?: boolean
}

/** How files are imported, beyond what they say themselves. */
export function ImportOptions({ options, onChange, isOpen = false }: ImportOptionsProps) {
  const [isShown, setShown] = useState(isOpen)
  const { apps } = useAccount()
  const { data } = useAnswer('imports/sources', {}, { enabled: isShown, staleTime: 'static' })
  const set = (changed: GivenOptions) => onChange({ ...options, ...changed })
  return (
    <details open={isShown} onToggle={({ currentTarget }) => setShown(currentTarget.open)}>
      <summary>Options</summary>
      <div className={styles.options}>
        <Field label="Source" hint="Detected from the columns">
          <select
            value={options.source ?? ''}
            onChange={({ target }) => set({ source: target.value })}
          >
            <option value="">Automatic</option>
            <Options of={(data?.sources ?? []).map(({ source, title }) => [source, title])} />
          </select>
        </Field>
        <DayField
          label="Day"
          hint="For reports without a day column"
          value={options.day ?? ''}
          onChange={(day) => set({ day })}
        />
        <Field label="App" hint="For reports without an app column">
          <select value={options.app ?? ''} onChange={({ target }) => set({ app: target.value })}>
            <option value="">From the file</option>
            <Options of={apps.map((one) => [one.app_id, appName(one)])} />
          </select>
        </Field>
        <Field label="Network" hint="For reports without a network column">
          <input
            type="text"
            maxLength={64}
            value={options.network ?? ''}
            onChange={({ target }) => set({ network: target.value.trim().toLowerCase() })}
          />
        </Field>
        <Field label="Secondary report" hint="A name, to compare it instead of counting it">
          <input
            type="text"
            maxLength={64}
            value={options.as ?? ''}
            onChange={({ target }) => set({ as: target.value.trim().toLowerCase() })}
          />
        </Field>
      </div>
      {Object.entries(flags).map(([name, title]) => (
        <label className="field inline" key={name}>
          <input
            type="checkbox"
            checked={options[name as keyof typeof flags] ?? false}
            onChange={({ target }) => set({ [name]: target.checked })}
          />
          {title}
        </label>
      ))}
    </details>
  )
}

function Field({ label, hint, children }: { label: string; hint: string; children: ReactNode }) {
  return (
    // biome-ignore lint/a11y/noLabelWithoutControl: the control is the child
    <label className="field">
      <span>{label}</span>
      {children}
      <small className="note">{hint}</small>
    </label>
  )
}

const flags = {
  create_apps: 'Create unknown apps',
  skip_bad_rows: 'Leave out days of apps and networks with bad rows',
  keep_other_sources: 'Keep figures from other sources',
  partial: 'Add to the current figures instead of replacing them',
}
