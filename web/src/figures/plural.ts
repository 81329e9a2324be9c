/** The form of a text for a number of things. */
export const plural = (count: number, forms: { readonly one: string; readonly other: string }) =>
  count === 1 ? forms.one : forms.other
