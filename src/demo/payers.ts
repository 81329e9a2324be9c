import { smallestMicros } from '../settlement/amounts.ts'
import { type PaymentTerms, wholePpm } from '../settlement/terms.ts'
import type { DemoSize } from './demo-size.ts'

/** What happened to a network's payments and statements. */
export type Trouble = 'late' | 'short' | 'missing' | 'deducted' | 'unnamed'

/** How a network of the demo pays. Amounts are in the smallest units of a currency: cents, or whole yen. */
interface Payer {
  readonly netDays: number
  readonly minimum?: number
  readonly feePercent?: number
  readonly fixedFee?: number
  readonly withholdingPercent?: number
  /** Pays in another currency than the account's. */
  readonly isForeign?: boolean
  readonly trouble?: Trouble
}

const payers: Readonly<Record<string, Payer>> = {
  ownnet: { netDays: 30 },
  admob: { netDays: 26, minimum: 10_000, trouble: 'deducted' },
  applovin: { netDays: 30, withholdingPercent: 10, trouble: 'short' },
  unityads: { netDays: 60, minimum: 10_000, isForeign: true },
  vungle: { netDays: 60, minimum: 5_000, trouble: 'late' },
  facebook: { netDays: 21, minimum: 10_000, trouble: 'unnamed' },
  ironsource: { netDays: 60, feePercent: 1.5, fixedFee: 2_500, trouble: 'missing' },
}

/** Pays only every second or third month, since it earns less than its smallest payment in one. */
const small = 'ownnet_exchange'
const smallestPerApp = 40_000

export interface DemoTerms extends PaymentTerms {
  readonly trouble: Trouble | null
}

/** The currency in which some networks pay: another one than the account's. */
export const foreignCurrency = (currency: DemoSize['currency']) =>
  currency === 'USD' ? 'EUR' : 'USD'

/** The terms of a network of the demo. */
export function demoTerms(network: string, size: DemoSize): DemoTerms {
  const payer =
    network === small
      ? { netDays: 45, minimum: smallestPerApp * size.apps }
      : (payers[network] ?? { netDays: 30 })
  const { netDays, minimum = 0, fixedFee = 0, ...rest }: Payer = payer
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
    trouble: rest.trouble ?? null,
  }
}
