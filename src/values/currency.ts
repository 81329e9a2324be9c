const known: ReadonlySet<string> = new Set(Intl.supportedValuesOf('currency'))

/** Whether a text is the ISO 4217 code of money that is or lately was in use. */
export const isCurrency = (text: string): boolean => known.has(text)

/** How many decimals amounts of a currency have: 0 for yen. @param code a known currency */
export const currencyDecimals = (code: string): number =>
  new Intl.NumberFormat('en', { style: 'currency', currency: code }).resolvedOptions()
    .maximumFractionDigits ?? 2
