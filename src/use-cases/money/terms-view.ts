import { type DatedTerms, type PaymentTerms, wholePpm } from '../../settlement/terms.ts'
import { formatDecimal, formatMicros } from '../../values/decimal.ts'
import { formatMonth } from '../../values/months.ts'
import { appIdsOf } from '../key-scope.ts'
import type { Services } from '../services.ts'

/** How a network pays. Amounts are in `currency`. */
export interface TermsView {
  readonly network: string
  /** The first month that they hold for; null for the network's usual terms. */
  readonly from: string | null
  readonly net_days: number
  readonly minimum: string
  readonly currency: string
  readonly fee_percent: string
  readonly fixed_fee: string
  readonly withholding_percent: string
  /** The apps that its statements cover; null for all. */
  readonly apps: readonly string[] | null
}

export const toTermsView = async (
  network: string,
  terms: PaymentTerms | DatedTerms,
  { apps }: Pick<Services, 'apps'>,
): Promise<TermsView> => ({
  network,
  from: 'from' in terms ? formatMonth(terms.from) : null,
  net_days: terms.netDays,
  minimum: formatMicros(terms.minimumMicros),
  currency: terms.currency,
  fee_percent: toPercent(terms.feePpm),
  fixed_fee: formatMicros(terms.fixedFeeMicros),
  withholding_percent: toPercent(terms.withholdingPpm),
  apps: await appIdsOf(terms.apps, apps),
})

const toPercent = (ppm: number): string =>
  formatDecimal({ units: ppm * 100, places: Math.log10(wholePpm) })
