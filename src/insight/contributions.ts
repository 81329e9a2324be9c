import type { Steps } from '../values/turns.ts'
import { type Amounts, isNothing, noAmounts, plus } from './amounts.ts'
import { type ChangeKind, type Effects, effectNames } from './effects.ts'
import type { Bucket, Leaf, Leaves, SourceKey } from './leaves.ts'
import { type Change, volumeEffects } from './split-change.ts'

/** The figures of both ranges, and what their difference comes from. */
export interface Contribution {
  readonly kind: ChangeKind
  readonly previous: Amounts
  readonly current: Amounts
  readonly effects: Effects
}

export interface KeyedContribution extends Contribution {
  /** The members that the rows are grouped by. */
  readonly key: Partial<SourceKey>
}

/** The greatest contributions by some members of the key. */
export interface Breakdown {
  readonly by: readonly (keyof SourceKey)[]
  /** By the size of the change, greatest first. */
  readonly rows: readonly KeyedContribution[]
  /** All others added up; null without any. */
  readonly others: (Contribution & { readonly count: number }) | null
}

export interface ExplainedChange {
  readonly total: Contribution
  readonly breakdowns: readonly Breakdown[]
}

export const levels: readonly (readonly (keyof SourceKey)[])[] = [
  ['app'],
  ['network'],
  ['country'],
  ['app', 'network', 'country'],
]

const leavesPerTurn = 1_024

/**
 * Tells what the revenue of the current range has more or less than that of the previous one, and why. Effects
 * are found for each app, network and country, and added up for every other row, so that they are the same
 * whatever the rows are grouped by.
 *
 * @param limit how many rows a breakdown has at most
 */
export function* explainChange(leaves: Leaves, limit: number): Steps<ExplainedChange> {
  const all = leaves.all()
  const both = all.filter(({ sums }) => hasAny(sums.now) && hasAny(sums.before))
  const volumes = volumeEffects(
    both.map(({ id, sums }): Change => ({ key: id, before: sums.before!, now: sums.now! })),
  )
  yield
  const volumeOf = new Map(both.map(({ id }, place) => [id, volumes[place]!]))
  const sums = all.map(({ key, id, sums }) => ({ key, ...contributionOf(sums, volumeOf.get(id)) }))
  yield
  const total = noContribution()
  for (const one of sums) add(total, one)
  const breakdowns: Breakdown[] = []
  for (const by of levels) {
    const groups = new Map<string, KeyedSums>()
    for (const [place, one] of sums.entries()) {
      const values = by.map((member) => [member, one.key[member]] as const)
      const id = values.map(([, value]) => value).join(' ')
      const group = groups.get(id) ?? { key: Object.fromEntries(values), ...noContribution() }
      groups.set(id, group)
      add(group, one)
      if (place % leavesPerTurn === leavesPerTurn - 1) yield
    }
    breakdowns.push(breakdownOf(by, [...groups], limit))
    yield
  }
  return { total: shown(total), breakdowns }
}

const hasAny = (amounts: Amounts | undefined): boolean =>
  amounts !== undefined && !isNothing(amounts)

/** What is added up for a row. */
interface Sums {
  previous: Amounts
  current: Amounts
  /** Of days whose reports are known in both ranges: whether there was anything. */
  wasThere: boolean
  isThere: boolean
  effects: Record<(typeof effectNames)[number], bigint>
}

interface KeyedSums extends Sums {
  readonly key: Partial<SourceKey>
}

const noContribution = (): Sums => ({
  ...{ previous: noAmounts, current: noAmounts, wasThere: false, isThere: false },
  effects: { volume: 0n, price: 0n, new: 0n, ended: 0n, unreported: 0n },
})

/** @param volume the effect of impressions where both ranges have figures */
function contributionOf(sums: Leaf['sums'], volume: bigint | undefined): Sums {
  const of = (bucket: Bucket): Amounts => sums[bucket] ?? noAmounts
  const [now, before] = [of('now'), of('before')]
  const comparedChange = now.revenueMicros - before.revenueMicros
  const isBoth = volume !== undefined
  return {
    previous: plus(plus(before, of('stopped')), of('unmatchedBefore')),
    current: plus(plus(now, of('begun')), of('unmatchedNow')),
    wasThere: hasAny(before) || hasAny(of('stopped')),
    isThere: hasAny(now) || hasAny(of('begun')),
    effects: {
      volume: volume ?? 0n,
      price: isBoth ? comparedChange - volume : 0n,
      new: of('begun').revenueMicros + (isBoth ? 0n : now.revenueMicros),
      ended: -of('stopped').revenueMicros - (isBoth ? 0n : before.revenueMicros),
      unreported: of('unmatchedNow').revenueMicros - of('unmatchedBefore').revenueMicros,
    },
  }
}

function add(to: Sums, more: Sums): void {
  to.previous = plus(to.previous, more.previous)
  to.current = plus(to.current, more.current)
  to.wasThere ||= more.wasThere
  to.isThere ||= more.isThere
  for (const name of effectNames) to.effects[name] += more.effects[name]
}

function shown({ previous, current, effects, wasThere, isThere }: Sums): Contribution {
  const kind = isThere ? (wasThere ? 'changed' : 'new') : wasThere ? 'ended' : 'unreported'
  return { kind, previous, current, effects }
}

function breakdownOf(
  by: Breakdown['by'],
  groups: [id: string, KeyedSums][],
  limit: number,
): Breakdown {
  groups.sort(([idA, a], [idB, b]) => {
    const difference = sizeOf(b) - sizeOf(a)
    if (difference !== 0n) return difference > 0n ? 1 : -1
    return idA < idB ? -1 : 1
  })
  const others = noContribution()
  const rest = groups.slice(limit)
  for (const [, group] of rest) add(others, group)
  return {
    by,
    rows: groups.slice(0, limit).map(([, group]) => ({ key: group.key, ...shown(group) })),
    others: rest.length > 0 ? { count: rest.length, ...shown(others) } : null,
  }
}

function sizeOf({ previous, current }: Sums): bigint {
  const change = current.revenueMicros - previous.revenueMicros
  return change < 0n ? -change : change
}
