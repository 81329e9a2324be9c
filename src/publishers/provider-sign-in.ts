import type { Identity } from './user.ts'

/** A user as an identity provider describes them. */
export interface ProvedIdentity extends Identity {
  /** Null unless the provider has verified it. */
  readonly verifiedEmail: string | null
}

/** A sign-in that the provider was asked for. Only the browser that began it can finish it. */
export interface BegunSignIn {
  /** Where the browser goes next. */
  readonly url: string
  /** The state that {@link IdentityProvider.finish} needs; secret. */
  readonly state: string
}

/** Why a sign-in with the provider failed. */
export type ProviderFault = 'provider_unavailable' | 'provider_refused' | 'sign_in_expired'

export class ProviderError extends Error {
  override readonly name = 'ProviderError'
  readonly fault: ProviderFault

  constructor(fault: ProviderFault, message: string, options?: ErrorOptions) {
    super(message, options)
    this.fault = fault
  }
}

/** PORT: the studio's own identity provider. */
export interface IdentityProvider {
  /** The provider's name for people: its host name. */
  readonly name: string
  /** @param callback the address that the provider sends the browser back to */
  begin(callback: string): Promise<BegunSignIn>
  /**
   * @param url the address that the browser came back to
   * @param state of {@link begin}
   * @throws ProviderError when the provider does not answer or refuses, or state and address do not match
   */
  finish(url: URL, state: string): Promise<ProvedIdentity>
}
