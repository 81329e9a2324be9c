import { toExact } from '../values/exact-integer.ts'
import { type CountedSum, countedSums, type Sums } from './metrics.ts'
import type { ReportChunk } from './report-store.ts'

/** Sums that never overflow while they are added up. */
export type BigSums = Record<CountedSum, bigint>

export const noSums = (): BigSums => ({
  impressions: 0n,
  clicks: 0n,
  installs: 0n,
  revenueMicros: 0n,
})

export function addSums(to: BigSums, more: BigSums): void {
  for (const sum of countedSums) to[sum] += more[sum]
}

export const exactSums = (big: BigSums): Sums =>
  Object.fromEntries(countedSums.map((sum) => [sum, toExact(big[sum])]))

/** The sums of a row; 0 for those that were not requested. */
export function sumsIn({ sums: columns }: Pick<ReportChunk, 'sums'>, row: number): BigSums {
  return {
    impressions: BigInt(columns.impressions?.[row] ?? 0),
    clicks: BigInt(columns.clicks?.[row] ?? 0),
    installs: BigInt(columns.installs?.[row] ?? 0),
    revenueMicros: BigInt(columns.revenueMicros?.[row] ?? 0),
  }
}
