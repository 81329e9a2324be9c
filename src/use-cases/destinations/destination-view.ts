import { formatInstant } from '../../values/instant.ts'
import type { Destination } from '../../warehouse/destination.ts'
import type { Services } from '../services.ts'

/** A destination without its password. */
export interface DestinationView {
  /** The account that the copy is of. */
  readonly account: string
  readonly name: string
  readonly kind: Destination['kind']
  readonly target: string
  readonly keeps_history: boolean
  readonly on_mismatch: Destination['onMismatch']
  readonly state: Destination['state']
  /** The ledger entry that the copy has; null before it was filled. */
  readonly entry: number | null
  /** When that entry was committed. */
  readonly as_of: string | null
  /** Ledger entries of all accounts that it does not have yet. */
  readonly lag_entries: number
  /** For how long it has not been current; 0 while it is. */
  readonly lag_seconds: number
  readonly failing_since: string | null
  readonly last_error: string | null
  readonly next_try: string | null
  readonly created_at: string
  readonly created_by: string | null
}

const timeOf = (ms: number | null): string | null => (ms === null ? null : formatInstant(ms))

/**
 * @param account its username
 * @param last the last entry that changed facts of the account; 0 without any
 */
export function toDestinationView(
  destination: Destination,
  account: string,
  last: number,
  nowMs: number,
): DestinationView {
  const { entry, failingSinceMs, nextAtMs, createdAtMs } = destination
  const isBehind = (entry ?? 0) < last
  const sinceMs = destination.currentAtMs ?? createdAtMs
  return {
    account,
    name: destination.name,
    kind: destination.kind,
    target: destination.target,
    keeps_history: destination.keepsHistory,
    on_mismatch: destination.onMismatch,
    state: destination.state,
    entry,
    as_of: timeOf(destination.entryAtMs),
    lag_entries: isBehind ? last - (entry ?? 0) : 0,
    lag_seconds: isBehind ? Math.max(0, Math.floor((nowMs - sinceMs) / 1_000)) : 0,
    failing_since: timeOf(failingSinceMs),
    last_error: destination.lastError,
    next_try: failingSinceMs === null ? null : timeOf(nextAtMs),
    created_at: formatInstant(createdAtMs),
    created_by: destination.createdBy,
  }
}

/** The last entry that changed facts of an account; 0 without any. */
export async function lastEntryOf(
  { ledger }: Pick<Services, 'ledger'>,
  account: number,
): Promise<number> {
  const [last] = await ledger.entriesOf({ account, apps: null }, null, 1)
  return last?.id ?? 0
}

/** In the order of the destinations. */
export async function viewsOf(
  services: Pick<Services, 'accounts' | 'ledger' | 'now'>,
  found: readonly Destination[],
): Promise<DestinationView[]> {
  const nowMs = services.now().getTime()
  const accounts = new Map((await services.accounts.list()).map((one) => [one.id, one.username]))
  const views: DestinationView[] = []
  for (const one of found) {
    const last = await lastEntryOf(services, one.accountId)
    views.push(toDestinationView(one, accounts.get(one.accountId) ?? '', last, nowMs))
  }
  return views
}

/** The one that fails or is the furthest behind. */
export async function worstOf(
  services: Pick<Services, 'accounts' | 'ledger' | 'now'>,
  found: readonly Destination[],
): Promise<DestinationView> {
  const views = await viewsOf(services, found)
  const failing = views.find((one) => one.failing_since !== null)
  return (
    failing ?? views.reduce((one, other) => (other.lag_entries > one.lag_entries ? other : one))
  )
}
