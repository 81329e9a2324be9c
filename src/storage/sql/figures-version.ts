/** A state of the figures, by its last ledger entry. */
export interface FiguresState {
  readonly identity: string
  /** When stores were last restored, in seconds since 1970; 0 for never. */
  readonly generation: number
  readonly last: number
}

/** Names a state, as {@link FigureStates.version} does. */
export function figuresVersion({ identity, generation, last }: FiguresState): string {
  // Without a restore, names are those of release 0.1, so that caches stay good.
  return generation === 0 ? `${identity}.${last}` : `${identity}.${generation}.${last}`
}
