export interface NewPasswordFieldProps {
  readonly label: string
  readonly name: string
}

export function NewPasswordField({ label, name }: NewPasswordFieldProps) {
  return (
    <label>
      {label}
      <input
        name={name}
        type="password"
        autoComplete="new-password"
        required
        minLength={10}
        maxLength={256}
      />
    </label>
  )
}
