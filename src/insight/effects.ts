/**
 * Where a change of revenue comes from, in micros. The parts add up to the change:
 *
 * - `volume`, `price`: of what both ranges have, see `volumeEffects`;
 * - `new`: what only the current range has, although the network reported both, or was not in use before;
 * - `ended`: what only the previous range has, likewise;
 * - `unreported`: days that the network reported in one range only.
 */
export const effectNames = ['volume', 'price', 'new', 'ended', 'unreported'] as const

export type Effects = Readonly<Record<(typeof effectNames)[number], bigint>>

/** The kinds of a change as a whole; `unreported` when nothing else is known of it. */
export const changeKinds = ['changed', 'new', 'ended', 'unreported'] as const

export type ChangeKind = (typeof changeKinds)[number]
