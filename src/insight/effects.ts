/**
 * Where a change of revenue comes from, in micros. The parts add up to the change:
 *
 * - `volume`, `price`: of what both ranges have, see `volumeEffects`;
 * - `new`: what only the current range has, although the network reported both;
 * - `ended`: what only the previous range has, likewise.
 */
export const effectNames = ['volume', 'price', 'new', 'ended'] as const

export type Effects = Readonly<Record<(typeof effectNames)[number], bigint>>

/** The kinds of a change as a whole. */
export const changeKinds = ['changed', 'new', 'ended'] as const

export type ChangeKind = (typeof changeKinds)[number]
