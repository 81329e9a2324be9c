import { shares } from '../../facts/shares.ts'
import type { SliceFigures } from '../../ledger/slice-figures.ts'
import type { Day, DaySpan } from '../../values/day.ts'
import { firstDayOfMonth } from '../../values/months.ts'

/** The stored shares of a partner in an app's figures of a network, of one month and under one rule. */
export interface SharedSum {
  /** The first day of the month. */
  readonly month: Day
  /** The key of the network's app. */
  readonly appKey: number
  readonly adNetwork: string
  /** The number of the rule. */
  readonly rule: number
  readonly impressions: bigint
  readonly grossMicros: bigint
  readonly netMicros: bigint
}

/** Selects the shares of a partner. */
export interface SharesOfPartner {
  readonly networkId: number
  readonly partner: string
  readonly days: DaySpan
  readonly entry: number
}

/**
 * Adds up the stored shares of a partner, in no order.
 *
 * @param signal stops the query
 */
export async function sumShares(
  sliceFigures: SliceFigures,
  { networkId, partner, days, entry }: SharesOfPartner,
  signal: AbortSignal,
): Promise<SharedSum[]> {
  const sums = new Map<string, SharedSum>()
  const scope = { account: networkId, apps: null }
  for await (const rows of sliceFigures.read({ kind: shares, scope, days, entry }, signal)) {
    const nameOf = (label: string, place: number) => rows.names[label]![rows.codes[label]![place]!]!
    for (let place = 0; place < rows.rowCount; place++) {
      if (nameOf('partner', place) !== partner) continue
      const month = firstDayOfMonth(rows.day[place]! as Day)
      const appKey = rows.app[place]!
      const [adNetwork, rule] = [nameOf('network', place), Number(nameOf('share_rule', place))]
      const key = `${month} ${appKey} ${adNetwork} ${rule}`
      const sum = sums.get(key)
      sums.set(key, {
        month,
        appKey,
        adNetwork,
        rule,
        impressions: (sum?.impressions ?? 0n) + rows.sums.impressions![place]!,
        grossMicros: (sum?.grossMicros ?? 0n) + rows.sums.revenue_shared_micros![place]!,
        netMicros: (sum?.netMicros ?? 0n) + rows.sums.revenue_net_micros![place]!,
      })
    }
  }
  return [...sums.values()]
}
