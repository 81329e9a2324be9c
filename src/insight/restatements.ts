import { type Day, dayOf } from '../values/day.ts'
import type { Steps } from '../values/turns.ts'
import { type Amounts, noAmounts, plus } from './amounts.ts'

/** The change of some slices. */
interface Changed extends Amounts {
  readonly slices: number
}

/** A ledger entry's change of the figures of a network and day, of slices that one source had reported. */
export interface EntryChange {
  readonly day: Day
  readonly network: string
  readonly entry: {
    readonly id: number
    readonly kind: 'import' | 'undo' | 'deletion' | 'merge' | 'revaluation'
    readonly committedAtMs: number
    /** The entry that an undo withdrew. */
    readonly undoes: number | null
    /** The undo that withdrew the entry. */
    readonly undoneBy: number | null
    readonly source: string
  }
  /** The source that had reported the slices before; null for none, and where it is unknown. */
  readonly sourceBefore: string | null
  /** Slices that had no figures before. */
  readonly added: Changed
  readonly restated: Changed
  /** Slices that have no figures since. */
  readonly removed: Changed
}

/** The figures that one import reported for a network and day. */
export interface RestatementStep {
  readonly entry: number
  readonly atMs: number
  /** Days from the day to the UTC day of the import. */
  readonly ageDays: number
  /** Of slices that it reported first. */
  readonly first: Amounts
  /** Null when it restated nothing. */
  readonly restated: Amounts | null
  /** What it changed of figures of another source, which is no restatement; null for nothing. */
  readonly replaced: (Amounts & { readonly source: string }) | null
}

/** How the figures of a network and day came about; the parts add up to the figures now. */
export interface RestatedDay {
  readonly day: Day
  readonly network: string
  /** Of all slices, when each was first reported. */
  readonly first: Amounts
  readonly restated: Amounts
  /** By reports of another source, undos, the imports that they withdrew, deletions and merges. */
  readonly other: Amounts
  /** Null without figures now. */
  readonly now: Amounts | null
  /** In the order of their commits; without imports that were undone. */
  readonly steps: readonly RestatementStep[]
}

/** Days that are worked on in one turn. */
const daysPerTurn = 256

/**
 * Tells what networks reported first, what they restated, and what else changed their figures. Reports of one source
 * are compared: a network's own report after that of a mediation is no restatement.
 *
 * @param changes oldest first
 * @returns sorted by day, then network
 */
export function* restatedDays(changes: Iterable<EntryChange>): Steps<RestatedDay[]> {
  const byDay = Map.groupBy(changes, ({ day, network }) => `${day} ${network}`)
  yield
  const days: RestatedDay[] = []
  for (const ofDay of byDay.values()) {
    if (days.push(restatedDay(ofDay)) % daysPerTurn === 0) yield
  }
  return days.sort((a, b) => a.day - b.day || (a.network < b.network ? -1 : 1))
}

/** @param changes at least one, all of one network and day */
function restatedDay(changes: readonly EntryChange[]): RestatedDay {
  const { day, network } = changes[0]!
  const entries = new Set(changes.map(({ entry }) => entry.id))
  // An undo that left the day as it was did not withdraw what the import reported for it.
  const isLive = ({ entry: { kind, undoneBy } }: EntryChange) =>
    kind === 'import' && (undoneBy === null || !entries.has(undoneBy))
  let [first, restated, other] = [noAmounts, noAmounts, noAmounts]
  let slices = 0
  const steps: RestatementStep[] = []
  for (const change of changes) {
    const { entry, added, removed } = change
    slices += added.slices - removed.slices
    const later = plus(change.restated, removed)
    if (!isLive(change)) {
      other = plus(other, plus(added, later))
      continue
    }
    first = plus(first, added)
    const hasLater = change.restated.slices + removed.slices > 0
    const { sourceBefore: source } = change
    const isOther = hasLater && source !== null && source !== entry.source
    if (isOther) other = plus(other, later)
    else restated = plus(restated, later)
    const last = steps.at(-1)
    const earlier = last?.entry === entry.id ? last : null
    const step: RestatementStep = {
      entry: entry.id,
      atMs: entry.committedAtMs,
      ageDays: dayOf(entry.committedAtMs) - day,
      first: plus(earlier?.first ?? noAmounts, added),
      restated:
        hasLater && !isOther
          ? plus(earlier?.restated ?? noAmounts, later)
          : (earlier?.restated ?? null),
      replaced: isOther
        ? { ...plus(earlier?.replaced ?? noAmounts, later), source }
        : (earlier?.replaced ?? null),
    }
    steps.splice(earlier ? -1 : steps.length, 1, step)
  }
  const now = slices > 0 ? plus(first, plus(restated, other)) : null
  return { day, network, first, restated, other, now, steps }
}
