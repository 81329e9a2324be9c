const price = '(\\d{1,6}(?:[.,]\\d{1,4})?)'
/** `$12.50`, `USD 12.5`, `12.5 USD`, `12,50 €`. */
const amounts = [
  new RegExp(`(?:[$€£¥]|(?<![a-z])(?:USD|EUR|GBP|JPY)) ?${price}(?![\\d.,]*\\d)`, 'i'),
  new RegExp(`(?<![\\d.,])${price} ?(?:[$€£¥]|(?:USD|EUR|GBP|JPY)(?![a-z]))`, 'i'),
]

/**
 * The floor that a rung's name states: an amount with the sign or code of a currency, such as `$12.50` in
 * `Rewarded US $12.50`. Other numbers of names are ids, countries' ranks or dates, and state nothing.
 *
 * @returns its shortest form, such as `12.5`; null where the name states no amount, or several
 */
export function floorOf(rung: string): string | null {
  const found = new Set(
    amounts.flatMap((amount) =>
      [...rung.matchAll(new RegExp(amount, 'gi'))].map((match) => shortest(match[1]!)),
    ),
  )
  const [floor = null, ...others] = found
  return others.length > 0 ? null : floor
}

/** A price without zeros that say nothing: `012.50` becomes `12.5`. */
export function shortest(price: string): string {
  const [whole = '', fraction = ''] = price.replace(',', '.').split('.')
  const places = fraction.replace(/0+$/, '')
  return `${whole.replace(/^0+(?=\d)/, '')}${places === '' ? '' : `.${places}`}`
}
