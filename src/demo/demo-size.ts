/** The same size always gives the same figures. */
export interface DemoSize {
  readonly apps: number
  /** Days with figures, the last one yesterday. */
  readonly days: number
  readonly seed: number
}

export const demoDefaults: DemoSize = { apps: 12, days: 400, seed: 1 }
