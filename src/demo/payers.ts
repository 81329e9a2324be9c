import { smallestMicros } from '../settlement/amounts.ts'
import { type PaymentTerms, wholePpm } from '../settlement/terms.ts'
import type { DemoSize } from './demo-size.ts'

/** What went wrong with a month of a network, and how many months ago that month was. */
export const troubleMonthsAgo = {
  unnamed: 2,
  joined: 4,
  deducted: 4,
  short: 5,
  missing: 6,
} as const
export type Trouble = keyof typeof troubleMonthsAgo

/** How a network of the demo pays. Amounts are in the smallest units of a currency: cents, or whole yen. */
interface Payer {
  readonly netDays: number
  readonly minimum?: number
  readonly feePercent?: number
  readonly fixedFee?: number
  readonly withholdingPercent?: number
  /** Pays in another currency than the account's. */
  readonly isForeign?: boolean
  /** Pays every month weeks after its due day. */
  readonly isLate?: boolean
  readonly trouble?: Trouble
}

const payers: Readonly<Record<string, Payer>> = {
  ownnet: { netDays: 30 },
  admob: { netDays: 26, minimum: 10_000, trouble: 'deducted' },
  applovin: { netDays: 30, withholdingPercent: 10, trouble: 'short' },
  unityads: { netDays: 60, minimum: 10_000, isForeign: true },
  vungle: { netDays: 60, minimum: 5_000, isLate: true },
  facebook: { netDays: 21, minimum: 10_000, trouble: 'unnamed' },
  ironsource: { netDays: 60, feePercent: 1.5, fixedFee: 2_500, trouble: 'missing' },
}

/** Its smallest payment is about what it earns in two months. */
const small = 'ownnet_exchange'
const minimumPerApp = 40_000

export interface DemoTerms extends PaymentTerms {
  readonly isLate: boolean
  readonly trouble: Trouble | null
}

/** The currency in which some networks pay: another one than the account's. */
export const foreignCurrency = (currency: DemoSize['currency']) =>
  currency === 'USD' ? 'EUR' : 'USD'

/** The terms of a network of the demo. */
export function demoTerms(network: string, size: DemoSize): DemoTerms {
  const payer: Payer =
    network === small
      ? { netDays: 45, minimum: minimumPerApp * size.apps, trouble: 'joined' }
      : (payers[network] ?? { netDays: 30 })
  const { netDays, minimum = 0, fixedFee = 0, ...rest } = payer
  const currency = rest.isForeign ? foreignCurrency(size.currency) : size.currency
  const unit = smallestMicros(currency)
  const toPpm = (percent = 0) => (percent * wholePpm) / 100
  return {
    netDays,
    minimumMicros: BigInt(minimum) * unit,
    currency,
    feePpm: toPpm(rest.feePercent),
    fixedFeeMicros: BigInt(fixedFee) * unit,
    withholdingPpm: toPpm(rest.withholdingPercent),
    apps: null,
    isLate: rest.isLate === true,
    trouble: rest.trouble ?? null,
  }
}
