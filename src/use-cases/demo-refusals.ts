import { refusalsOf } from '../values/refusal.ts'

/** Why a demo cannot be installed in a data directory. */
export interface DemoRefusals {
  readonly other_demo: {
    readonly apps: number
    readonly days: number
    readonly seed: number
    readonly currency: string
  }
  readonly not_a_demo: object
}

export const refuse = refusalsOf<DemoRefusals>()
