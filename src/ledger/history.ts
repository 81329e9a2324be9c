import type { FigureLedger, FigureScope } from './figure-ledger.ts'

/** The state that the stored history begins with. Earlier states cannot be read any more. */
export interface Horizon {
  /** The last ledger entry of the state. */
  readonly entry: number
  /** When that entry was committed, in milliseconds since 1970. */
  readonly sinceMs: number
}

/** Versions of figures that only states before a horizon show. */
export interface SupersededVersions {
  /** Versions of slices. */
  readonly slices: number
  /** Rows of figures. With ClickHouse, rows of the journal. */
  readonly rows: number
}

export interface DroppedVersions extends SupersededVersions {
  /** Disk that can be used again, in bytes. */
  readonly freedBytes: number
}

/** How a compaction is carried out. */
export interface CompactionIo {
  /** Runs under the commit lock, before the first version is dropped. */
  readonly begin: () => Promise<void>
  /** @param rows dropped so far @param share of all, 0 to 1 */
  readonly onProgress: (rows: number, share: number) => void
  /** Stops between two parts. The next compaction goes on. */
  readonly signal: AbortSignal
}

/** PORT: drops superseded versions. */
export interface HistoryStore {
  /** Counts what {@link drop} would drop. Changes nothing. */
  count(horizonEntry: number): Promise<SupersededVersions>
  /**
   * Drops the versions that no state from the horizon on shows, and no undo of a later entry returns to. It works in
   * parts, between which figures can be imported. Whatever part was the last, every state from the horizon on is
   * the same.
   */
  drop(horizonEntry: number, io: CompactionIo): Promise<DroppedVersions>
}

/**
 * The horizon, if a state is from before it: figures of the scope changed after the entry, at the horizon or before.
 * Other accounts' changes do not matter.
 *
 * @param horizon where the stored history begins
 * @param entry the last entry that the state has
 * @returns null when the state has the same figures as the horizon's, or is not earlier. Read the later one of both: a
 *   version may be dropped although the next one is the same
 */
export async function horizonAfter(
  horizon: Horizon | null,
  ledger: FigureLedger,
  scope: FigureScope,
  entry: number,
): Promise<Horizon | null> {
  if (!horizon || entry >= horizon.entry) return null
  const [last] = await ledger.entriesOf(scope, horizon.entry + 1, 1)
  return last && last.id > entry ? horizon : null
}
