/** The text of a field, without blanks around it; empty when the form has no such field. */
export const textIn = (form: FormData, name: string): string => String(form.get(name) ?? '').trim()
