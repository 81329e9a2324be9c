import type { LedgerEntry } from '../ledger/figure-ledger.ts'

/** An entry that ended an app: it merged the app into another one, or deleted it. */
export type AppEnd = Pick<LedgerEntry, 'id' | 'kind' | 'subject' | 'undoneBy'>

/** A merge, while imports of `app` go to `into`. */
export interface Merged {
  /** Keys of apps. */
  readonly app: number
  readonly into: number
  /** The entry that merged them. */
  readonly since: number
  /** The undo that parted them; infinite while they are merged. */
  readonly until: number
}

/** An app that has no figures after an entry, on any day. */
export interface EndedApp {
  readonly app: number
  readonly entry: number
}

export interface AppEnds {
  /** Merges of merged apps are there too, as merges into the last app. */
  readonly merged: readonly Merged[]
  readonly ended: readonly EndedApp[]
}

/**
 * Finds out which apps' figures were those of another app, and when.
 *
 * @param merges those whose entries do not name their apps' keys
 */
export function followAppEnds(
  ends: readonly AppEnd[],
  merges: readonly Pick<Merged, 'app' | 'into' | 'since'>[],
): AppEnds {
  const undone = new Map(ends.map(({ id, undoneBy }) => [id, undoneBy ?? Infinity]))
  const keyed = ends.flatMap(({ id: entry, subject }) => {
    const [app, into] = subject?.keys ?? []
    return app === undefined ? [] : [{ app, into, since: entry }]
  })
  const direct = [...keyed, ...merges].flatMap(({ app, into, since }) =>
    into === undefined ? [] : [{ app, into, since, until: undone.get(since)! }],
  )
  const merged = [...direct]
  for (let chains = direct; chains.length > 0; ) {
    chains = chains.flatMap((one) => direct.flatMap((next) => joined(one, next) ?? []))
    merged.push(...chains)
  }
  const ended = [...keyed, ...merges].flatMap(({ app, since: entry }) => {
    const within = merged.filter(
      ({ into, since, until }) => into === app && since < entry && entry < until,
    )
    return [app, ...within.map((one) => one.app)].map((one) => ({ app: one, entry }))
  })
  return { merged, ended }
}

function joined(one: Merged, next: Merged): Merged | null {
  const since = Math.max(one.since, next.since)
  const until = Math.min(one.until, next.until)
  return one.into === next.app && since < until
    ? { app: one.app, into: next.into, since, until }
    : null
}
