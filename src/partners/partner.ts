import type { Day } from '../values/day.ts'
import type { RuleDays, ShareRule } from './share-rule.ts'

export const partnerMonthStates = ['hidden', 'provisional'] as const

/** Whether the figures of a month are shown to a partner. Those of approved months are, and stay as they are. */
export type PartnerMonthState = (typeof partnerMonthStates)[number]

/** An account that is shown its net figures of another one, its network. */
export interface Partner extends PartnerSettings {
  readonly id: number
  /** The account whose figures it has a share of. */
  readonly networkId: number
  /** Its own account; null once that was deleted. */
  readonly accountId: number | null
  readonly username: string
}

export interface PartnerSettings {
  readonly name: string
  /** Whether statements tell the revenue that it has a share of. */
  readonly showsGross: boolean
  /** The state of months that nobody set one for. */
  readonly newMonths: PartnerMonthState
  /** A statement is due so many days after its month has ended. */
  readonly netDays: number
  /** Smaller balances wait. */
  readonly minimumPayoutMicros: bigint
  /** A text about taxes on statements; null for none. */
  readonly taxNote: string | null
}

/** An app of a network that is a partner's on some days. */
export interface PartnerApp extends RuleDays {
  readonly id: number
  readonly partnerId: number
  /** The key of the network's app. */
  readonly app: number
  /** The key of the partner's app that has its figures. */
  readonly ownApp: number
}

/** A month with a statement. Its figures stay as they are, and its rules those of the version. */
export interface ApprovedMonth {
  readonly partnerId: number
  /** Its first day. */
  readonly month: Day
  readonly rulesVersion: number
}

/** All that says what partners of a network are shown. */
export interface ShareBook {
  readonly networkId: number
  /** How often it changed. */
  readonly version: number
  /** By username. */
  readonly partners: readonly Partner[]
  readonly apps: readonly PartnerApp[]
  /** Ended ones too. */
  readonly rules: readonly ShareRule[]
  /** The first days of months whose state somebody set. */
  readonly months: readonly {
    readonly partnerId: number
    readonly month: Day
    readonly state: PartnerMonthState
  }[]
  readonly approved: readonly ApprovedMonth[]
}

/** How far net figures were made. */
export interface ShareProgress {
  readonly id: number
  readonly networkId: number
  /** The version of its {@link ShareBook}. */
  readonly version: number
  /** The ledger entry up to which they follow gross figures. */
  readonly entry: number
  /** When stores had been restored last: entries of an earlier time may be others now. */
  readonly generation: number
  /** The days that have to be made anew; null for none. */
  readonly changedDays: { readonly firstDay: Day; readonly lastDay: Day } | null
}

export const maxPartners = 1_000
export const maxPartnerApps = 10_000
export const maxRulesOfPartner = 500

/** What months of a partner are; those with a statement are approved. */
export function monthStateOf(
  { months, approved }: ShareBook,
  { id, newMonths }: Partner,
  month: Day,
): PartnerMonthState | 'approved' {
  const isOf = (one: { readonly partnerId: number; readonly month: Day }) =>
    one.partnerId === id && one.month === month
  if (approved.some(isOf)) return 'approved'
  return months.find(isOf)?.state ?? newMonths
}
