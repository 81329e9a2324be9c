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
    /** What differs between both; `nothing` when it is one app. */
    readonly differs: 'account' | 'platform' | 'nothing'
  }
  /** Figures are stored in the account's currency. */
  readonly currency_fixed: {
    readonly username: string
    readonly currency: string
    readonly wanted: string
  }
  readonly unknown_link: { readonly network: string; readonly networkAppId: string }
  /** A file of apps has an app that was merged. */
  readonly app_merged: {
    readonly appId: string
    /** The app that it was merged into. */
    readonly into: string
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
