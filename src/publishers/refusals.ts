import { refusalsOf } from '../values/refusal.ts'
import type { Role } from './user.ts'

/** Why a request about accounts or apps is refused. */
export interface PublisherRefusals {
  readonly unknown_account: { readonly username: string }
  readonly username_taken: { readonly username: string }
  readonly key_taken: object
  readonly unknown_key: { readonly username: string; readonly name: string }
  /** It was encrypted with another secret, or changed in the store. It works, but cannot be shown. */
  readonly key_unreadable: { readonly username: string; readonly name: string }
  readonly key_name_taken: { readonly username: string; readonly name: string }
  /** A change that would let a key do more. */
  readonly key_not_narrower: { readonly username: string; readonly name: string }
  readonly narrowed_by_nothing: { readonly name: string }
  readonly too_many_keys: { readonly username: string; readonly max: number }
  readonly unknown_link: { readonly username: string; readonly name: string }
  readonly link_name_taken: { readonly username: string; readonly name: string }
  readonly too_many_links: { readonly username: string; readonly max: number }
  /** The user has no view with this id, or nobody shares one. */
  readonly unknown_view: { readonly id: number }
  /** Others see the view, and the user may not share. */
  readonly view_is_shared: { readonly id: number }
  readonly view_name_taken: { readonly name: string }
  /** The user's own, in one account. */
  readonly too_many_views: { readonly max: number }
  readonly too_many_shared_views: { readonly max: number }
  readonly unknown_note: { readonly username: string; readonly id: number }
  /** In the wrong order, or too many days for one note. */
  readonly note_days_refused: {
    readonly from: string
    readonly to: string
    readonly maxDays: number
  }
  readonly too_many_notes: { readonly username: string; readonly max: number }
  readonly unknown_destination: { readonly username: string; readonly name: string }
  readonly destination_name_taken: { readonly username: string; readonly name: string }
  readonly too_many_destinations: { readonly username: string; readonly max: number }
  /** The field, and what is wrong with it. */
  readonly destination_refused: { readonly field: string; readonly why: string }
  readonly unknown_channel: { readonly username: string; readonly name: string }
  readonly channel_name_taken: { readonly username: string; readonly name: string }
  readonly too_many_channels: { readonly username: string; readonly max: number }
  /** Only webhooks are signed. */
  readonly channel_has_no_secret: { readonly username: string; readonly name: string }
  /** A field that its kind needs, or does not have. */
  readonly channel_refused: { readonly field: string; readonly why: string }
  readonly unknown_delivery: { readonly username: string; readonly message: string }
  readonly unknown_rule: { readonly username: string; readonly name: string }
  readonly too_many_rules: { readonly username: string; readonly max: number }
  /** A rule's settings that its kind does not have. */
  readonly rule_refused: { readonly field: string; readonly why: string }
  readonly unknown_alert: { readonly username: string; readonly id: number }
  readonly too_many_citations: { readonly username: string; readonly max: number }
  /** There is an account or a user. */
  readonly already_set_up: object
  /** The link was used, has expired, or is not the last one. */
  readonly setup_link_over: object
  readonly expiry_in_the_past: { readonly expiresAt: string }
  /** Nobody has this login. */
  readonly unknown_login: { readonly user: string }
  /** No user or invited of the account has this login. */
  readonly unknown_member: { readonly username: string; readonly user: string }
  /** A new user is invited by another name. */
  readonly no_email_address: { readonly user: string }
  /** Only earlier users have such an address. */
  readonly address_not_ascii: { readonly user: string }
  readonly already_member: { readonly username: string; readonly user: string }
  /** The change would leave an account without an owner. */
  readonly last_owner: { readonly username: string; readonly user: string }
  /** Users with the role see all apps. */
  readonly role_limited: { readonly user: string; readonly role: Role }
  readonly too_many_users: { readonly username: string; readonly max: number }
  /** The user with the account's name is no owner of it. */
  readonly login_not_owner: { readonly username: string }
  readonly unknown_session: { readonly user: string; readonly id: number }
  /** The user signs in with the identity provider. */
  readonly no_password: { readonly user: string }
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
  /** It was merged or deleted while a command was about to. */
  readonly app_ended: { readonly appId: string }
  readonly apps_not_mergeable: {
    readonly appId: string
    readonly into: string
    /** The difference between both; `nothing` when it is one app. */
    readonly differs: 'account' | 'platform' | 'nothing'
  }
  /** Figures are stored in the account's currency. */
  readonly currency_fixed: {
    readonly username: string
    readonly currency: string
    readonly wanted: string
  }
  readonly unknown_app_link: { readonly network: string; readonly networkAppId: string }
  /** A file of apps has an app that was merged. */
  readonly app_merged: {
    readonly appId: string
    /** The app that it was merged into. */
    readonly into: string
  }
  /** A link states another platform than its app has. */
  readonly app_platform_differs: { readonly appId: string; readonly platform: string }
  /** A link of a name that several apps of the account have states no platform. */
  readonly link_ambiguous: {
    readonly network: string
    readonly networkAppId: string
    readonly fits: readonly { readonly appId: string; readonly platform: string }[]
  }
  /** Several accounts link the id, and the command names none. */
  readonly links_of_several_accounts: {
    readonly network: string
    readonly networkAppId: string
    readonly usernames: readonly string[]
  }
  /** A network's id would be linked to another app than before. */
  readonly network_app_linked_elsewhere: {
    readonly network: string
    readonly networkAppId: string
    /** The app that it is linked to. */
    readonly appId: string
    readonly newAppId: string
  }
  /** Linked while an import ran that was to link it to a new app. */
  readonly network_app_linked: { readonly network: string; readonly networkAppId: string }
}

export const refuse = refusalsOf<PublisherRefusals>()
