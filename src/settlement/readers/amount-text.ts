import { currencyDecimals, isCurrency } from '../../values/currency.ts'
import { once } from '../../values/once.ts'
import type { BankDecimalMark } from '../bank-mapping.ts'

/** Blanks and apostrophes that group digits in any style. */
const blanks = String.raw`'’ \u00a0\u2009\u202f`

const grouped = (mark: string, group: string) =>
  new RegExp(
    String.raw`^([+-]?)(\d{1,3}(?:([${group}${blanks}])\d{3})(?:\3\d{3})*|\d+)(?:${mark}(\d+))?$`,
  )

const patterns: Readonly<Record<BankDecimalMark, RegExp>> = {
  '.': grouped(String.raw`\.`, ','),
  ',': grouped(',', '.'),
}

/** Longer texts are no amounts. */
const maxCharacters = 64

/** Reads a number with or without thousands separators, such as `1.234,57`. @returns a plain decimal; null for another text */
export function plainAmount(text: string, mark: BankDecimalMark): string | null {
  const parts = text.length <= maxCharacters ? patterns[mark].exec(text) : null
  if (!parts) return null
  const [, sign, whole, , fraction] = parts
  const digits = whole!.replace(/\D/g, '') + (fraction === undefined ? '' : `.${fraction}`)
  return sign === '-' ? `-${digits}` : digits
}

/** An amount with its currency, as a plain decimal. */
export interface Money {
  readonly amount: string
  readonly currency: string
}

const moneyText = /^([^\d]*)(\d(?:.*\d)?)([^\d]*)$/u
const sign = /[-−]/

/**
 * Reads money as it is formatted for people: `$1,234.57`, `1.234,57 €`, `¥1,235 JPY`. The digits after the decimal mark are
 * those of the currency, which tells the mark from a thousands separator.
 *
 * @returns null for another text, and where the currency or the amount could be two
 */
export function readMoney(text: string): Money | null {
  const parts = text.length <= maxCharacters ? moneyText.exec(text.trim()) : null
  if (!parts) return null
  const [, before = '', number = '', after = ''] = parts
  const currency = currencyOf(`${before.replace(sign, ' ')} ${after}`)
  if (currency === null) return null
  const places = currencyDecimals(currency)
  const amounts = (['.', ','] as const)
    .map((mark) => plainAmount(number, mark))
    .filter((amount) => amount !== null && [0, places].includes(amount.split('.')[1]?.length ?? 0))
  const [amount] = amounts
  if (amount === undefined || amount === null) return null
  if (amounts.some((other) => other !== amount)) return null
  return { amount: sign.test(before) ? `-${amount}` : amount, currency }
}

/** The currency that a code, a symbol or both name; null for none, several, and symbols that several share. */
function currencyOf(text: string): string | null {
  const words = text.trim().split(/\s+/)
  const codes = words.filter((word) => /^[A-Z]{3}$/.test(word) && isCurrency(word))
  const symbols = words.filter((word) => !codes.includes(word) && word !== '')
  if (codes.length > 1 || symbols.length > 1) return null
  const [code] = codes
  const [symbol] = symbols
  if (code === undefined) return symbol === undefined ? null : (ofSymbol().get(symbol) ?? null)
  const isOfCode = symbol === undefined || symbolsOf(code).includes(symbol)
  return isOfCode ? code : null
}

/** Both of yen and yuan, and of Canada and Nicaragua: they need a code. */
const shared: ReadonlySet<string> = new Set(['¥', 'C$'])

/** The currencies of symbols in English, where `$` is the US dollar and `£` the pound sterling; others that only one has. */
const ofSymbol = once((): ReadonlyMap<string, string> => {
  const all = Intl.supportedValuesOf('currency').map((code) => ({ code, symbols: symbolsOf(code) }))
  const narrow = Map.groupBy(all, ({ symbols }) => symbols[1]!)
  const found = new Map([['US$', 'USD']])
  for (const [symbol, owners] of narrow) {
    if (owners.length === 1) found.set(symbol, owners[0]!.code)
  }
  for (const { code, symbols } of all) found.set(symbols[0]!, code)
  for (const symbol of shared) found.delete(symbol)
  return found
})

/** How English writes a currency: so that no other is meant, and briefly. */
const symbolsOf = (currency: string): string[] =>
  (['symbol', 'narrowSymbol'] as const).flatMap((currencyDisplay) =>
    new Intl.NumberFormat('en', { style: 'currency', currency, currencyDisplay })
      .formatToParts(0)
      .flatMap(({ type, value }) => (type === 'currency' ? [value] : [])),
  )
