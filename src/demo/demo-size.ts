import type { DemoCurrency } from './demo-rates.ts'

/** The same size always gives the same figures. */
export interface DemoSize {
  readonly apps: number
  /** Days with figures, the last one yesterday. */
  readonly days: number
  readonly seed: number
  /** Of the account. Figures are the same in dollars, and are converted by invented rates. */
  readonly currency: DemoCurrency
}

export const demoDefaults: DemoSize = { apps: 12, days: 400, seed: 1, currency: 'USD' }
