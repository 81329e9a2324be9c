import type { Steps } from '../values/turns.ts'
import { type Amounts, isNothing, noAmounts } from './amounts.ts'
import { type ChangeKind, type Effects, effectNames } from './effects.ts'
import type { Leaf, Leaves, SourceKey } from './leaves.ts'
import { type Change, volumeEffects } from './split-change.ts'

/** The figures of both ranges, and what their difference comes from. */
export interface Contribution {
  readonly previous: Amounts
  readonly current: Amounts
  readonly effects: Effects
}

export interface KeyedContribution extends Contribution {
  readonly kind: ChangeKind
  /** The members that the rows are grouped by. */
  readonly key: Partial<SourceKey>
}

/** The greatest contributions by some members of the key. */
export interface ContributionBreakdown {
  readonly by: readonly (keyof SourceKey)[]
  /** By the size of the change, greatest first. */
  readonly rows: readonly KeyedContribution[]
  /** All others added up; null without any. */
  readonly others: (Contribution & { readonly count: number }) | null
}

export interface ExplainedChange {
  readonly total: Contribution
  /** Figures that are not compared, because their network reported their day in one of the ranges only. */
  readonly leftOut: Pick<Contribution, 'current' | 'previous'>
  readonly breakdowns: readonly ContributionBreakdown[]
}

export const levels: readonly (readonly (keyof SourceKey)[])[] = [
  ['app'],
  ['network'],
  ['country'],
  ['app', 'network', 'country'],
]

const leavesPerTurn = 256

/**
 * Tells what the revenue of the current range has more or less than that of the previous one, and why, like with
 * like: only days count that their network reported in both. Effects
 * are found for each app, network and country, and added up for every other row, so that they are the same
 * whatever the rows are grouped by.
 *
 * @param limit how many rows a breakdown has at most
 */
export function* explainChange(leaves: Leaves, limit: number): Steps<ExplainedChange> {
  const all = leaves.all()
  const both = all.filter(({ sums }) => hasAny(sums.current) && hasAny(sums.previous))
  yield
  const volumes = yield* volumeEffects(
    both.map(({ id, sums }): Change => ({ key: id, before: sums.previous, now: sums.current })),
  )
  const total = noContribution()
  const tables = levels.map((by) => new GroupTable(by))
  let nextBoth = 0
  for (const [place, leaf] of all.entries()) {
    const volume = leaf === both[nextBoth] ? volumes[nextBoth++] : undefined
    const one = contributionOf(leaf.sums, volume)
    add(total, one)
    for (const table of tables) table.add(leaf, one)
    if (place % leavesPerTurn === leavesPerTurn - 1) yield
  }
  const breakdowns: ContributionBreakdown[] = []
  for (const table of tables) breakdowns.push(yield* table.breakdown(total, limit))
  return { total, leftOut: leaves.leftOut, breakdowns }
}

/** Adds up what leaves contribute by some members of their keys. */
class GroupTable {
  readonly #by: ContributionBreakdown['by']
  readonly #groups = new Map<string, Group>()

  constructor(by: ContributionBreakdown['by']) {
    this.#by = by
  }

  add(leaf: Leaf, one: Sums): void {
    const id = this.#by.map((member) => leaf.key[member]).join(' ')
    const group = this.#groups.get(id) ?? { id, leaf, sums: noContribution() }
    this.#groups.set(id, group)
    add(group.sums, one)
  }

  *breakdown(total: Sums, limit: number): Steps<ContributionBreakdown> {
    const by = this.#by
    const greatest: Group[] = []
    let place = 0
    for (const group of this.#groups.values()) {
      insert(greatest, group, limit)
      if (place++ % leavesPerTurn === leavesPerTurn - 1) yield
    }
    const others = structuredClone(total)
    for (const { sums } of greatest) add(others, sums, -1n)
    const count = this.#groups.size - greatest.length
    return {
      by,
      rows: greatest.map(({ leaf, sums }) => ({
        key: Object.fromEntries(by.map((member) => [member, leaf.key[member]])),
        kind: kindOf(sums),
        ...sums,
      })),
      others: count > 0 ? { count, ...others } : null,
    }
  }
}

interface Group {
  readonly id: string
  /** One of its leaves. */
  readonly leaf: Leaf
  readonly sums: Sums
}

/** Inserts a group into the greatest ones, which are sorted, if it is one of them. */
function insert(greatest: Group[], group: Group, limit: number): void {
  let place = greatest.length
  while (place > 0 && isGreater(group, greatest[place - 1]!)) place--
  if (place === limit) return
  greatest.splice(place, 0, group)
  if (greatest.length > limit) greatest.pop()
}

function isGreater(one: Group, other: Group): boolean {
  const [size, otherSize] = [sizeOf(one.sums), sizeOf(other.sums)]
  return size === otherSize ? one.id < other.id : size > otherSize
}

const hasAny = (amounts: Amounts): boolean => !isNothing(amounts)

/** The amounts that are added up for a row. */
interface Sums {
  previous: Amounts
  current: Amounts
  effects: Record<(typeof effectNames)[number], bigint>
}

const noContribution = (): Sums => ({
  previous: noAmounts,
  current: noAmounts,
  effects: { volume: 0n, price: 0n, new: 0n, ended: 0n },
})

/** @param volume the effect of impressions where both ranges have figures */
function contributionOf({ current, previous }: Leaf['sums'], volume: bigint | undefined): Sums {
  const change = current.revenueMicros - previous.revenueMicros
  const isBoth = volume !== undefined
  return {
    previous,
    current,
    effects: {
      volume: volume ?? 0n,
      price: isBoth ? change - volume : 0n,
      new: isBoth ? 0n : current.revenueMicros,
      ended: isBoth ? 0n : -previous.revenueMicros,
    },
  }
}

/** @param times −1 takes away */
function add(to: Sums, more: Sums, times = 1n): void {
  const sum = (one: Amounts, other: Amounts): Amounts => ({
    impressions: one.impressions + times * other.impressions,
    revenueMicros: one.revenueMicros + times * other.revenueMicros,
  })
  to.previous = sum(to.previous, more.previous)
  to.current = sum(to.current, more.current)
  for (const name of effectNames) to.effects[name] += times * more.effects[name]
}

function kindOf({ previous, current }: Contribution): ChangeKind {
  if (hasAny(previous) === hasAny(current)) return 'changed'
  return hasAny(current) ? 'new' : 'ended'
}

function sizeOf({ previous, current }: Sums): bigint {
  const change = current.revenueMicros - previous.revenueMicros
  return change < 0n ? -change : change
}
