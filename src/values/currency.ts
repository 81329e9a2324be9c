const known: ReadonlySet<string> = new Set(Intl.supportedValuesOf('currency'))

/** Whether a text is the ISO 4217 code of money that is or lately was in use. */
export const isCurrency = (text: string): boolean => known.has(text)
