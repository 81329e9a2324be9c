import type { OptionsProps } from './options.tsx'
import styles from './ticks.module.css'

export interface TicksProps<Value extends string> {
  readonly title: string
  readonly of: OptionsProps<Value>['of']
  readonly ticked: readonly Value[]
  readonly onChange: (ticked: readonly Value[]) => void
}

/** Boxes to tick; any number of them. */
export function Ticks<Value extends string>({ title, of, ticked, onChange }: TicksProps<Value>) {
  const toggle = (value: Value) =>
    ticked.includes(value) ? ticked.filter((one) => one !== value) : [...ticked, value]
  return (
    <fieldset className={styles.ticks}>
      <legend>{title}</legend>
      {of.map(([value, name]) => (
        <label key={value}>
          <input
            type="checkbox"
            checked={ticked.includes(value)}
            onChange={() => onChange(toggle(value))}
          />
          {name}
        </label>
      ))}
    </fieldset>
  )
}
