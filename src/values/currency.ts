const known: ReadonlySet<string> = new Set(Intl.supportedValuesOf('currency'))

/** Whether a text is the ISO 4217 code of money that is or lately was in use. */
export const isCurrency = (text: string): boolean => known.has(text)

/** Formatters are slow to make. */
const decimals = new Map<string, number>()

/** How many decimals amounts of a currency have: 0 for yen. @param code a known currency */
export function currencyDecimals(code: string): number {
  let found = decimals.get(code)
  if (found === undefined) {
    const format = new Intl.NumberFormat('en', { style: 'currency', currency: code })
    found = format.resolvedOptions().maximumFractionDigits ?? 2
    decimals.set(code, found)
  }
  return found
}
