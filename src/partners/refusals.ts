import { refusalsOf } from '../values/refusal.ts'

/** Why requests about partners and their shares are refused. Months are such as `2026-03`. */
export interface PartnerRefusals {
  readonly unknown_partner: { readonly username: string; readonly partner: string }
  /** An account that cannot be a partner, and why. */
  readonly partner_refused: { readonly partner: string; readonly why: string }
  readonly too_many_partners: { readonly username: string; readonly max: number }
  readonly too_many_partner_apps: { readonly username: string; readonly max: number }
  readonly too_many_shares: { readonly partner: string; readonly max: number }
  /** The app is a partner's already on some of these days. */
  readonly app_of_partner: {
    readonly app: string
    readonly partner: string
    readonly from: string | null
    readonly to: string | null
  }
  readonly app_not_of_partner: { readonly app: string; readonly partner: string }
  /** The app that another one would be merged into is not the partner's on all of its days. */
  readonly merge_unshares: {
    readonly app: string
    readonly into: string
    readonly partner: string
  }
  /** Two rules that hold for the same figures, and neither is more specific. */
  readonly share_tie: {
    readonly partner: string
    /** The number of the other rule, and what it says. */
    readonly other: number
    readonly share: string
    readonly hasSameConditions: boolean
  }
  readonly unknown_share: { readonly partner: string; readonly number: number }
  /** A statement was issued, so nothing of the month changes. */
  readonly month_approved: { readonly partner: string; readonly month: string }
  readonly approval_refused: {
    readonly partner: string
    readonly month: string
    readonly why: string
  }
  readonly unknown_partner_statement: { readonly partner: string; readonly statement: string }
  /** A month of a partner has no more amounts. */
  readonly too_many_adjustments: {
    readonly partner: string
    readonly month: string
    readonly max: number
  }
  readonly unknown_adjustment: { readonly id: number }
  readonly unknown_payout: { readonly partner: string; readonly reference: string }
  readonly payout_known: { readonly partner: string; readonly reference: string }
  /** Figures of a partner's account come from its network. */
  readonly partner_account: { readonly username: string }
  /** The entry has net figures, which follow gross figures and rules. */
  readonly entry_of_shares: { readonly id: number }
  /** Another process makes net figures of the network now. */
  readonly shares_busy: { readonly username: string }
  /** It was encrypted with another secret, or changed in the store. */
  readonly signing_key_unreadable: { readonly username: string }
  readonly not_a_partner: { readonly username: string }
}

export const refuse = refusalsOf<PartnerRefusals>()
