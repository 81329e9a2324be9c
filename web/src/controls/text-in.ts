/** The text of a field, without blanks around it; empty when the form has no such field. */
export const textIn = (form: FormData, name: string): string => String(form.get(name) ?? '').trim()

/** The texts of all fields, by their names. */
export const textsIn = (form: FormData): Readonly<Record<string, string>> =>
  Object.fromEntries([...form.keys()].map((name) => [name, textIn(form, name)]))
