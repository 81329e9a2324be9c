import { refusalsOf } from '../values/refusal.ts'

/** Why a request about accounts or apps is refused. */
export interface PublisherRefusals {
  readonly unknown_account: { readonly username: string }
  readonly username_taken: { readonly username: string }
  readonly key_taken: object
  readonly unknown_key: { readonly username: string; readonly name: string }
  readonly key_name_taken: { readonly username: string; readonly name: string }
  /** A change that would let a key do more. */
  readonly key_not_narrower: { readonly username: string; readonly name: string }
  readonly too_many_keys: { readonly username: string; readonly max: number }
  readonly expiry_in_the_past: { readonly expiresAt: string }
  /** Nobody has this login. */
  readonly unknown_login: { readonly user: string }
  /** No user or invited of the account has this login. */
  readonly unknown_member: { readonly username: string; readonly user: string }
  readonly already_member: { readonly username: string; readonly user: string }
  /** The change would leave an account without an owner. */
  readonly last_owner: { readonly username: string; readonly user: string }
  readonly too_many_users: { readonly username: string; readonly max: number }
  /** The user with the account's name is no owner of it. */
  readonly login_not_owner: { readonly username: string }
  readonly unknown_session: { readonly user: string; readonly id: number }
  readonly second_factor_set: { readonly user: string }
  readonly no_second_factor: { readonly user: string }
  readonly unknown_app: { readonly appId: string }
  readonly app_of_another_account: { readonly appId: string }
  readonly app_identifier_taken: {
    readonly appId: string
    readonly column: string
    readonly value: string
    /** The app that has it. */
    readonly otherAppId: string
  }
  /** Linked while an import ran that was to link it to a new app. */
  readonly network_app_linked: { readonly network: string; readonly networkAppId: string }
}

export const refuse = refusalsOf<PublisherRefusals>()
