import type { ConnectorFieldAnswer } from '../../api/wire.ts'

export type Values = Readonly<Record<string, string>>

export interface ConnectorFieldsProps {
  readonly fields: readonly ConnectorFieldAnswer[]
  readonly values: Values
  readonly onChange: (values: Values) => void
  /** Fields that stay as they are when nothing is typed. */
  readonly stored?: readonly string[]
}

/** A field of a form for each credential and setting, with where to find it. */
export function ConnectorFields({ fields, values, onChange, stored = [] }: ConnectorFieldsProps) {
  return fields.map((field) => {
    const { name, title, where } = field
    const set = (value: string) => onChange({ ...values, [name]: value })
    return (
      <div className="field" key={name}>
        <label htmlFor={`field-${name}`}>{title}</label>
        <Input field={field} value={values[name]} isStored={stored.includes(name)} onChange={set} />
        <small id={`where-${name}`}>{where}</small>
      </div>
    )
  })
}

function Input({
  field: { name, is_secret: isSecret, default: usual, choices },
  value,
  isStored,
  onChange,
}: {
  field: ConnectorFieldAnswer
  value: string | undefined
  isStored: boolean
  onChange: (value: string) => void
}) {
  const shared = {
    id: `field-${name}`,
    'aria-describedby': `where-${name}`,
    required: usual === null && !isStored,
    onChange: ({ target }: { target: { value: string } }) => onChange(target.value),
  }
  if (choices) {
    return (
      <select {...shared} value={value ?? usual ?? ''}>
        {usual === null && <option value="">Choose</option>}
        {choices.map((choice) => (
          <option key={choice}>{choice}</option>
        ))}
      </select>
    )
  }
  return (
    <input
      {...shared}
      value={value ?? ''}
      type={isSecret ? 'password' : 'text'}
      autoComplete={isSecret ? 'new-password' : 'off'}
      spellCheck={false}
      maxLength={4_096}
      placeholder={isStored ? 'Unchanged' : (usual ?? '')}
    />
  )
}

/** The values that were typed, without blanks at the ends that pasting adds. */
export const filledIn = (values: Values): Values =>
  Object.fromEntries(
    Object.entries(values)
      .map(([name, value]) => [name, value.trim()] as const)
      .filter(([, value]) => value !== ''),
  )
