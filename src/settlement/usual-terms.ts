import type { PaymentTerms } from './terms.ts'

/** How a network pays publishers without terms of their own. */
export interface UsualTerms {
  readonly netDays: number
  /** The smallest payment by currency, in whole units; 0 where publishers choose it. US dollars are among them. */
  readonly minimums: { readonly USD: number } & Readonly<Record<string, number>>
}

/** Of both of Google's networks: they add their balances up. */
const googleMinimums = { USD: 100, EUR: 70, GBP: 60, AUD: 100, CAD: 100, CZK: 2_000, DKK: 600 }

/** The documents, and the days on which they were read, are in docs/money.md. */
export const usualTerms: ReadonlyMap<string, UsualTerms> = new Map([
  // The last day of the window from the 21st to the 26th.
  ['admob', { netDays: 26, minimums: googleMinimums }],
  ['chartboost', { netDays: 60, minimums: { USD: 75 } }],
  // By the end of the next month.
  ['google_ad_manager', { netDays: 30, minimums: googleMinimums }],
  ['inmobi', { netDays: 60, minimums: { USD: 0 } }],
  ['ironsource', { netDays: 60, minimums: { USD: 0 } }],
  // The statement on the 8th working day, and the payment within 10 more: the 26th at the latest.
  ['pangle', { netDays: 26, minimums: { USD: 100 } }],
  ['unityads', { netDays: 60, minimums: { USD: 100 } }],
  ['vungle', { netDays: 60, minimums: { USD: 50 } }],
])

/** The usual terms of networks for an account: in its currency where they pay in it, else in US dollars. */
export const usualTermsFor = (currency: string): ReadonlyMap<string, PaymentTerms> =>
  new Map([...usualTerms].map(([network, terms]) => [network, termsIn(terms, currency)]))

function termsIn({ netDays, minimums }: UsualTerms, accountCurrency: string): PaymentTerms {
  const currency = Object.hasOwn(minimums, accountCurrency) ? accountCurrency : 'USD'
  return {
    netDays,
    minimumMicros: BigInt(minimums[currency]!) * 1_000_000n,
    currency,
    feePpm: 0,
    fixedFeeMicros: 0n,
    withholdingPpm: 0,
    apps: null,
  }
}
