const known: ReadonlySet<string> = new Set(Intl.supportedValuesOf('currency'))

/** Whether a text is an ISO 4217 code, also of a currency that is not in use any more. */
export const isCurrency = (text: string): boolean => known.has(text)
