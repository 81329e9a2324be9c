import type { Draw } from '../draw.ts'

export interface Row {
  readonly day: string
  readonly app: string
  readonly network: string
  readonly country: string
  readonly impressions: number
}

/** An operation of a worker on an installation. */
export type Operation =
  | { readonly kind: 'import'; readonly rows: readonly Row[] }
  /** @property which index among the imports that are not undone, from the oldest */
  | { readonly kind: 'undo'; readonly which: number }
  /** Deletes all figures of a day. */
  | { readonly kind: 'deletion'; readonly day: string }
  | { readonly kind: 'rotate-key' }
  /** Drops what was superseded up to an entry. @property back how many entries it is before the last one */
  | { readonly kind: 'compaction'; readonly back: number }

/** A worker's report of a finished operation. */
export type Outcome =
  | { readonly kind: 'import'; readonly id: number }
  | { readonly kind: 'undo'; readonly id: number; readonly undoes: number }
  | { readonly kind: 'deletion'; readonly id: number }
  | { readonly kind: 'rotate-key'; readonly key: string }
  | { readonly kind: 'compaction' }
  /** There was nothing to undo or to delete, or it is from before the horizon. */
  | { readonly kind: 'nothing' }

/** The plan of a round. */
export interface Round {
  readonly operations: readonly Operation[]
  /** Imports that are not undone when the round begins. */
  readonly notUndone: readonly number[]
  /** Where the worker kills itself; null when the parent kills it. */
  readonly failpoint: Failpoint | null
}

/** One of the statements that a worker's stores run, counted from 1. */
export interface Failpoint {
  readonly statement: number
  /** Whether only commits count. */
  readonly onlyCommits: boolean
  readonly when: 'before' | 'after'
}

/** Two months, so that commits sort the first one. */
const days = ['2026-01-05', '2026-01-06', '2026-01-31', '2026-02-01', '2026-02-02']
export const apps = ['zap-ios', 'zap-android', 'brick']
const networks = ['ownnet', 'admob', 'unity_ads']
const countries = ['US', 'DE', 'FR', 'JP', 'BR', 'IN']

export const sliceOf = ({ day, app, network }: Row): string => `${day} ${app} ${network}`

/** A row in the notation of the figures, with half a cent of revenue for each impression. */
export const lineOf = ({ day, app, network, country, impressions }: Row): string =>
  `${day} ${app} ${network} video ${country} ${impressions} 0 0 ${impressions * 5_000}`

export const csvLineOf = ({ day, app, network, country, impressions }: Row): string =>
  `${day},${app},${network},video,${country},${impressions},${impressions * 0.005}`

export function drawOperation(draw: Draw): Operation {
  if (draw.oneIn(10)) return { kind: 'rotate-key' }
  if (draw.oneIn(10)) return { kind: 'compaction', back: 2 + draw.below(12) }
  if (draw.oneIn(6)) return { kind: 'deletion', day: draw.of(days) }
  if (draw.oneIn(2)) return { kind: 'undo', which: draw.below(1_000) }
  const slices = new Set(
    Array.from(
      { length: 1 + draw.below(12) },
      () => `${draw.of(days)} ${draw.of(apps)} ${draw.of(networks)}`,
    ),
  )
  const rows = [...slices].flatMap((slice) => {
    const [day = '', app = '', network = ''] = slice.split(' ')
    return countries
      .slice(draw.below(countries.length))
      .map((country) => ({ day, app, network, country, impressions: 1 + draw.below(9) }))
  })
  return { kind: 'import', rows }
}
