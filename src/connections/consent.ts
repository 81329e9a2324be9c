import type { Consent, FieldValues } from '../sources/connector.ts'

/** How long an owner may take to consent. */
export const consentMs = 600_000

/** A consent that an owner was asked for. JSON values only. Secret: it has the client's secret. */
export interface RememberedConsent {
  readonly authorizeUrl: string
  readonly tokenUrl: string
  readonly scope: string
  readonly clientId: string
  readonly clientSecret: string
  /** Where the browser comes back to. */
  readonly redirectUri: string
  readonly state: string
  readonly verifier: string
  readonly expiresAtMs: number
}

export interface BegunConsent {
  /** Where the owner consents, in a browser. */
  readonly url: string
  /** The state that {@link Consents.finish} needs. */
  readonly remembered: RememberedConsent
}

/**
 * Why a consent gave no refresh token.
 *
 * - `expired`: it took too long, or was finished before
 * - `other-consent`: the address is not where this consent came back to
 * - `declined`: the owner did not allow all that is asked for
 * - `granted-before`: there is no refresh token, because the owner had consented before
 * - `client-refused`: the client's id, secret or redirect address is not accepted
 * - `refused`: the network gives another reason
 * - `try-later`: the network did not answer as it should
 */
export type ConsentFault =
  | 'expired'
  | 'other-consent'
  | 'declined'
  | 'granted-before'
  | 'client-refused'
  | 'refused'
  | 'try-later'

/** A consent gave no refresh token. The message says what to do, and has no secret. */
export class ConsentError extends Error {
  override readonly name = 'ConsentError'
  readonly fault: ConsentFault

  constructor(fault: ConsentFault, message: string) {
    super(message)
    this.fault = fault
  }
}

/** PORT: asks owners of accounts for consent, with OAuth 2 and PKCE. */
export interface Consents {
  /**
   * @param given has the client's id and secret
   * @param redirectUri an address that is registered for the client
   */
  begin(consent: Consent, given: FieldValues, redirectUri: string): Promise<BegunConsent>
  /**
   * Exchanges what the browser came back with. Works once.
   *
   * @param callbackUrl the whole address that the browser came back to
   * @returns the refresh token
   * @throws ConsentError
   */
  finish(callbackUrl: string, remembered: RememberedConsent, signal: AbortSignal): Promise<string>
}
