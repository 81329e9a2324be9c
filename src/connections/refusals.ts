import { refusalsOf } from '../values/refusal.ts'

/** Why a request about connections is refused. */
export interface ConnectionRefusals {
  readonly unknown_connection: { readonly username: string; readonly name: string }
  readonly connection_name_taken: { readonly username: string; readonly name: string }
  readonly too_many_connections: { readonly username: string; readonly max: number }
  /** A field that the connector needs, does not know, or whose value it does not accept. */
  readonly connection_field_refused: {
    readonly connector: string
    readonly field: string
    readonly fault: 'missing' | 'unknown' | 'not accepted'
    /** The field's name in the network's console, and where it is; null for an unknown field. */
    readonly title: string | null
    readonly where: string | null
    /** The accepted values, or the known fields. */
    readonly accepts: string
  }
  /** The network gave no figures. */
  readonly network_fault: {
    readonly title: string
    readonly fault: string
    readonly message: string
  }
  /** A day that is not held cannot be confirmed. */
  readonly day_not_held: { readonly name: string; readonly day: string; readonly state: string }
  /** The network reports other days. */
  readonly days_not_reported: { readonly name: string; readonly from: string; readonly to: string }
  readonly day_not_pulled: {
    readonly username: string
    readonly name: string
    readonly day: string
  }
  /** It is paused, or its credentials were refused. */
  readonly connection_stopped: {
    readonly username: string
    readonly name: string
    readonly state: string
  }
  /** The network tells nothing beyond ad figures. */
  readonly no_depth: { readonly connector: string }
  /** Days of a weekly sweep are fetched every day anyway, or there are none. */
  readonly sweep_without_effect: { readonly sweepDays: number; readonly rereadDays: number }
  /** Nothing is fetched for a disabled account. */
  readonly connection_account_disabled: { readonly username: string; readonly name: string }
  /** Another process works on it. */
  readonly connection_busy: { readonly name: string }
  /** They were encrypted with another secret, or changed in the store. */
  readonly credentials_unreadable: { readonly username: string; readonly name: string }
  /** The owner has not consented in a browser yet. */
  readonly consent_missing: { readonly username: string; readonly name: string }
  /** The network asks for no consent. */
  readonly consent_not_needed: { readonly name: string; readonly title: string }
  /** A consent gave no refresh token. */
  readonly consent_failed: {
    readonly title: string
    readonly fault: string
    readonly message: string
  }
}

export const refuse = refusalsOf<ConnectionRefusals>()
