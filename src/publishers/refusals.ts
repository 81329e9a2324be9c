import { refusalsOf } from '../values/refusal.ts'

/** Why a request about accounts or apps is refused. */
export interface PublisherRefusals {
  readonly unknown_account: { readonly username: string }
  readonly username_taken: { readonly username: string }
  readonly key_taken: object
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
