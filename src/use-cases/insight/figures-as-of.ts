import { type Amounts, noAmounts, plus } from '../../insight/amounts.ts'
import type { DaySpan } from '../../values/day.ts'
import {
  amountMetrics,
  type DatedScope,
  dateScope,
  type InsightScope,
  type InsightSources,
  readAmountRows,
} from './read-figures.ts'

/** A network's figures at an earlier time, and now; null where it had reported nothing. */
export interface NetworkThenAndNow {
  readonly network: string
  readonly earlier: Amounts | null
  readonly now: Amounts | null
}

export interface FiguresThenAndNow {
  /** When the last entry before the time was committed, in milliseconds since 1970; null for none. */
  readonly stateAtMs: number | null
  /** Sorted by network. */
  readonly networks: readonly NetworkThenAndNow[]
}

/**
 * The figures of some days as they were at a time, with the current ones.
 *
 * @param asOfMs milliseconds since 1970; a future time means now
 * @throws ReportError when a sum does not fit 64 bits
 */
export async function figuresThenAndNow(
  sources: InsightSources,
  scope: InsightScope,
  days: DaySpan,
  asOfMs: number,
  signal: AbortSignal,
): Promise<FiguresThenAndNow> {
  const state = await sources.figures.states.asOf(asOfMs)
  const earlier = await readNetworks(sources, { ...scope, state }, days, signal)
  const now = await readNetworks(sources, await dateScope(sources, scope), days, signal)
  const names = [...new Set([...earlier.keys(), ...now.keys()])].sort()
  return {
    stateAtMs: state.committedAtMs,
    networks: names.map((network) => ({
      network,
      earlier: earlier.get(network) ?? null,
      now: now.get(network) ?? null,
    })),
  }
}

async function readNetworks(
  sources: InsightSources,
  scope: DatedScope,
  days: DaySpan,
  signal: AbortSignal,
): Promise<ReadonlyMap<string, Amounts>> {
  const found = new Map<string, Amounts>()
  const asked = { dimensions: ['network'], metrics: amountMetrics } as const
  await readAmountRows(sources, scope, asked, [days], signal, ({ dimensions, amountsAt }) => {
    const { codes, labels } = dimensions.network!
    return (row) => {
      const name = labels![codes[row]!]!
      found.set(name, plus(found.get(name) ?? noAmounts, amountsAt(row)))
    }
  })
  return found
}
