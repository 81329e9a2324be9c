/** Answers of the server, as they are sent. */

/** Text when it is too large to be exact as a JSON number. */
export type WireNumber = number | string

export interface WireSums {
  readonly impressions: WireNumber
  readonly clicks: WireNumber
  readonly installs: WireNumber
  readonly revenue_micros: WireNumber
}

/** A column for each sum; null on days without figures. */
export type WireDays = { readonly [Sum in keyof WireSums]: readonly (WireNumber | null)[] }

export interface AppAnswer {
  readonly app_id: string
  readonly name: string
  readonly platform: string
  readonly store_id: string | number | null
}

export const roles = ['owner', 'editor', 'viewer'] as const
export type Role = (typeof roles)[number]

export interface AccountAnswer {
  readonly username: string
  readonly currency: string
  /** Who is signed in. */
  readonly user: string
  readonly permissions: readonly ('read' | 'import' | 'manage')[]
  /** All accounts of the user. */
  readonly accounts: readonly string[]
  readonly today: string
  /** The longest range that the server answers. */
  readonly max_range_days: number
  readonly figures_from: string | null
  readonly figures_to: string | null
  readonly networks: readonly string[]
  readonly apps: readonly AppAnswer[]
}

export interface GroupAnswer {
  readonly key: string
  readonly total: WireSums
  readonly previous_total: WireSums | null
  /** Revenue over the range, in micros. */
  readonly trend: readonly (number | null)[]
}

export interface SeriesAnswer {
  /** Null for the sum of all groups without their own series. */
  readonly key: string | null
  readonly days: WireDays
}

export interface FiguresAnswer {
  readonly account: string
  readonly currency: string
  readonly start_date: string
  readonly end_date: string
  /** Null before the year 0. */
  readonly previous_start_date: string | null
  readonly previous_end_date: string | null
  readonly total: WireSums
  readonly previous_total: WireSums
  readonly days: WireDays
  readonly series: readonly SeriesAnswer[]
  readonly groups: readonly GroupAnswer[]
}

export type Status = 'missing' | 'estimated' | 'restating' | 'final'

export interface FreshnessAnswer {
  readonly account: string
  readonly currency: string
  readonly start_date: string
  readonly end_date: string
  readonly networks: readonly {
    readonly network: string
    readonly final_after_days: number
    readonly days: readonly { readonly status: Status; readonly last_change_at: string | null }[]
  }[]
}

export interface ImportAnswer {
  readonly id: number
  readonly kind: 'import' | 'undo' | 'deletion' | 'merge'
  readonly committed_at: string
  readonly undoes: number | null
  /** What a deletion or a merge was about, with nulls for all apps or networks. */
  readonly subject?: {
    readonly app: string | null
    readonly into: string | null
    readonly network: string | null
    readonly whole_app: boolean
  }
  readonly source: string
  readonly files: readonly string[] | null
  readonly slices_added: number
  readonly slices_restated: number
  readonly slices_removed: number
  readonly first_day: string
  readonly last_day: string
  readonly impressions: string
  readonly revenue: string
}

export interface FailureAnswer {
  readonly failed_at: string
  readonly source: string
  readonly files: readonly string[]
  readonly message: string
}

export interface ImportsAnswer {
  readonly account: string
  readonly currency: string
  readonly imports: readonly ImportAnswer[]
  readonly failed: readonly FailureAnswer[]
  readonly next_before: number | null
}

export interface KeyAnswer {
  readonly account: string
  readonly currency: string
  readonly key: string
}

export interface MemberAnswer {
  readonly user: string
  readonly role: Role
  readonly has_password: boolean
  readonly has_second_factor: boolean
  readonly providers: readonly string[]
  readonly last_used_at: string | null
}

export interface InvitationAnswer {
  readonly user: string
  readonly role: Role
  readonly invited_by: string | null
  readonly expires_at: string
}

export interface UsersAnswer {
  readonly account: string
  readonly currency: string
  readonly users: readonly MemberAnswer[]
  readonly invitations: readonly InvitationAnswer[]
}

export interface SessionAnswer {
  readonly id: number
  readonly browser: string
  readonly network: string
  readonly opened_at: string
  readonly last_used_at: string
  /** Whether it is the session that asks. */
  readonly is_this: boolean
}

export interface ProfileAnswer {
  readonly user: string
  readonly account: string
  readonly accounts: readonly { readonly account: string; readonly role: Role }[]
  readonly second_factor: { readonly is_set: boolean; readonly recovery_codes_left: number }
  readonly sessions: readonly SessionAnswer[]
}

/** An invitation, for whoever has its link. */
export interface OpenInvitationAnswer {
  readonly account: string
  readonly user: string
  readonly role: Role
  readonly invited_by: string | null
  /** Whether the invited already is a user, who signs in to accept. */
  readonly is_user: boolean
}

export interface ApiKeyAnswer {
  readonly name: string
  readonly permissions: readonly string[]
  /** App ids; null for all. */
  readonly apps: readonly string[] | null
  readonly created_at: string
  readonly expires_at: string | null
  readonly is_expired: boolean
  /** Until when the key before the last rotation works too. */
  readonly previous_until: string | null
  readonly last_used_on: string | null
  readonly last_used_from: string | null
}

export interface KeysAnswer {
  readonly account: string
  readonly currency: string
  readonly keys: readonly ApiKeyAnswer[]
}

export interface AuditEventAnswer {
  readonly id: number
  readonly at: string
  readonly action: string
  readonly actor: string
  readonly name: string | null
  readonly address: string | null
  readonly facts: Readonly<Record<string, string | number | boolean | readonly string[]>>
}

export interface AuditAnswer {
  readonly account: string
  readonly currency: string
  readonly events: readonly AuditEventAnswer[]
  /** Every kind of event. */
  readonly actions: readonly string[]
  readonly next_before: number | null
}
