import { Type } from 'typebox'
import type { Horizon } from '../ledger/history.ts'
import { type Day, dayMs, parseDay } from '../values/day.ts'
import { formatInstant } from '../values/instant.ts'
import { day, dryRun, wholeNumber } from './fields.ts'
import { refuse } from './refusals.ts'
import type { Services } from './services.ts'
import { type RequestOf, useCase } from './use-case.ts'

/** Answers that are under way are of states no older than that. */
const inUseMs = 3_600_000

const request = {
  /** History from the beginning of this UTC day on is kept. */
  before: Type.Optional(day),
  /** Instead of it: how many days of history are kept. */
  keep: Type.Optional(wholeNumber(0, 36_600)),
  dryRun,
}

/** The history that a compaction dropped, or would drop. */
export interface CompactionView {
  /** When the stored history begins; null when nothing was committed before the given time. */
  readonly history_since: string | null
  /** The last ledger entry of the state that it begins with; null as above. */
  readonly horizon_entry: number | null
  /** Replaced versions of slices. */
  readonly slices: number
  /** Rows of figures. */
  readonly rows: number
  /** Null for a dry run. */
  readonly freed_bytes: number | null
}

/**
 * Drops superseded versions of figures that are older than a horizon. Current figures, and figures as of any time from
 * the horizon on, stay the same. It cannot be undone; one that was interrupted goes on when it is called again.
 */
export const compactHistory = useCase({
  name: 'compact-history',
  request,
  run: async (services, { dryRun = false, ...given }, { signal, onProgress }) => {
    const { history, horizons, now } = services
    const horizon = await horizonAt(cutMs(given, now().getTime()), services)
    if (!horizon) return toView(null, { slices: 0, rows: 0, freedBytes: dryRun ? null : 0 })
    if (dryRun) {
      return toView(horizon, { ...(await history.count(horizon.entry)), freedBytes: null })
    }
    const dropped = await history.drop(horizon.entry, {
      begin: () => horizons.moveTo(horizon),
      onProgress: (rows, fraction) => onProgress({ phase: 'compacting', rows, fraction }),
      signal,
    })
    return toView(horizon, dropped)
  },
  audit: ({ dryRun }, { history_since: since, slices, rows }) =>
    dryRun || since === null
      ? []
      : [{ action: 'history_compacted', account: null, facts: { since, slices, rows } }],
})

export type CompactHistoryRequest = RequestOf<typeof request>

/** @throws Refusal `compaction_days_unclear`, `horizon_in_future` */
function cutMs({ before, keep }: CompactHistoryRequest, nowMs: number): number {
  if ((before === undefined) === (keep === undefined)) {
    throw refuse('compaction_days_unclear', {})
  }
  const asked = before === undefined ? nowMs - keep! * dayMs : (parseDay(before) as Day) * dayMs
  if (asked > nowMs) throw refuse('horizon_in_future', { before: before! })
  return Math.min(asked, nowMs - inUseMs)
}

/** The state of a time as a horizon: the current one if that is later. @returns null for the state before all entries */
async function horizonAt(timeMs: number, { figures, horizons }: Services): Promise<Horizon | null> {
  const current = await horizons.current()
  if (current && timeMs <= current.sinceMs) return current
  // A state at the time itself belongs to what is kept.
  const { entry, committedAtMs } = await figures.states.asOf(timeMs - 1)
  return committedAtMs === null ? null : { entry, sinceMs: committedAtMs }
}

const toView = (
  horizon: Horizon | null,
  dropped: { readonly slices: number; readonly rows: number; readonly freedBytes: number | null },
): CompactionView => ({
  history_since: horizon && formatInstant(horizon.sinceMs),
  horizon_entry: horizon?.entry ?? null,
  slices: dropped.slices,
  rows: dropped.rows,
  freed_bytes: dropped.freedBytes,
})
