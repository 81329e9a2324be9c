import { textsIn } from '../../controls/text-in.ts'

/** The texts of the fields that are filled in, by their names. */
export const filledIn = (form: FormData): Readonly<Record<string, string>> =>
  Object.fromEntries(Object.entries(textsIn(form)).filter(([, text]) => text !== ''))
