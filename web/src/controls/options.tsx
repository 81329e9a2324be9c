export interface OptionsProps<Value extends string = string> {
  readonly of: readonly (readonly [value: Value, title: string])[]
}

/** Options of a select. */
export function Options({ of }: OptionsProps) {
  return of.map(([value, title]) => (
    <option key={value} value={value}>
      {title}
    </option>
  ))
}
