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
  readonly narrowed_by_nothing: { readonly name: string }
  readonly too_many_keys: { readonly username: string; readonly max: number }
  readonly unknown_link: { readonly username: string; readonly name: string }
  readonly link_name_taken: { readonly username: string; readonly name: string }
  readonly too_many_links: { readonly username: string; readonly max: number }
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
  /** Linked while an import ran that was to link it to a new app. */
  readonly network_app_linked: { readonly network: string; readonly networkAppId: string }
}

export const refuse = refusalsOf<PublisherRefusals>()
