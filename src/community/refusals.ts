import { refusalsOf } from '../values/refusal.ts'

/** Why an import of the public network's records is refused. */
export interface CommunityRefusals {
  readonly every_row_bad: { readonly rejectFile: string | null }
}

export const refuse = refusalsOf<CommunityRefusals>()
