import { connectors } from './all-connectors.ts'
import { sources } from './all-sources.ts'
import type { Finality } from './source.ts'

/** When a network's days are final, unless a person sets another rule. */
export interface NetworkFinality {
  /** Days until Adtally does not ask for a day again by itself. */
  readonly days: number
  readonly daysAfterMonth: number | null
  readonly isSet: false
  /** The rule in the network's documents; null where they have none. */
  readonly documented: Finality | null
}

/** A day ends a day after it begins, and its last reading is some hours later. */
const lastReadingDays = 2
/** Networks restate days for a week, however soon a connector stops to ask for them. */
const fewestDays = 7

/**
 * The finality of all networks with a connector, by network. Days are never final while they are asked for again.
 *
 * @param connections those that may ask for days longer than their connectors do
 */
export function networkFinality(
  connections: readonly {
    readonly connector: string
    readonly rereadDays: number | null
    readonly sweepDays: number | null
  }[] = [],
): ReadonlyMap<string, NetworkFinality> {
  const rules = new Map<string, NetworkFinality>()
  for (const { name, source, days } of connectors.values()) {
    const { network } = sources.get(source)!
    const own = connections.filter(({ connector }) => connector === name)
    const asked =
      Math.max(
        ...[days.reread, days.sweep ?? 0],
        ...own.flatMap(({ rereadDays, sweepDays }) => [rereadDays ?? 0, sweepDays ?? 0]),
      ) + lastReadingDays
    const documented = [...sources.values()].find(
      (one) => one.network === network && one.finality,
    )?.finality
    rules.set(network, {
      days: Math.max(asked, fewestDays, rules.get(network)?.days ?? 0),
      daysAfterMonth: documented?.daysAfterMonth ?? null,
      isSet: false,
      documented: documented ?? null,
    })
  }
  return new Map([...rules].sort(([one], [other]) => (one < other ? -1 : 1)))
}
