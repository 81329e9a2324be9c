export interface OptionsProps {
  readonly of: readonly (readonly [value: string, title: string])[]
}

/** Options of a select. */
export function Options({ of }: OptionsProps) {
  return of.map(([value, title]) => (
    <option key={value} value={value}>
      {title}
    </option>
  ))
}
