import { useId } from 'react'
import styles from './choices.module.css'

export interface ChoicesProps<Value extends string> {
  readonly label: string
  readonly choices: Readonly<Record<Value, string>>
  readonly chosen: Value
  readonly onChoose: (value: Value) => void
}

/** A few choices side by side; one is chosen. */
export function Choices<Value extends string>(props: ChoicesProps<Value>) {
  const { label, choices, chosen, onChoose } = props
  const name = useId()
  return (
    <fieldset className={styles.choices}>
      <legend className="unseen">{label}</legend>
      {Object.entries<string>(choices).map(([value, title]) => (
        <label key={value} className={value === chosen ? styles.chosen : undefined}>
          <input
            type="radio"
            name={name}
            value={value}
            checked={value === chosen}
            onChange={() => onChoose(value as Value)}
          />
          {title}
        </label>
      ))}
    </fieldset>
  )
}
