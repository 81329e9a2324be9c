import {
  AuthorizationResponseError,
  type AuthorizationServer,
  authorizationCodeGrantRequest,
  ClientSecretPost,
  calculatePKCECodeChallenge,
  customFetch,
  generateRandomCodeVerifier,
  generateRandomState,
  processAuthorizationCodeResponse,
  ResponseBodyError,
  validateAuthResponse,
} from 'oauth4webapi'
import {
  type BegunConsent,
  ConsentError,
  type Consents,
  consentMs,
  type RememberedConsent,
} from '../connections/consent.ts'
import { maskSecrets } from '../connections/mask-secrets.ts'
import type { NetworkCalls } from '../connections/network-calls.ts'
import { type Consent, type FieldValues, NetworkFault } from '../sources/connector.ts'

const timeoutMs = 30_000
const maxAddressCharacters = 8_192
const shownCharacters = 200

/** Asks for consent with the authorization code flow, PKCE and state. */
export class OAuthConsents implements Consents {
  readonly #calls: NetworkCalls
  readonly #now: () => Date

  constructor(calls: NetworkCalls, now: () => Date) {
    this.#calls = calls
    this.#now = now
  }

  async begin(consent: Consent, given: FieldValues, redirectUri: string): Promise<BegunConsent> {
    const { authorizeUrl, tokenUrl, scope, parameters } = consent
    const remembered: RememberedConsent = {
      authorizeUrl,
      tokenUrl,
      scope,
      redirectUri,
      clientId: given[consent.clientId]!,
      clientSecret: given[consent.clientSecret]!,
      state: generateRandomState(),
      verifier: generateRandomCodeVerifier(),
      expiresAtMs: this.#now().getTime() + consentMs,
    }
    const url = new URL(authorizeUrl)
    const asked = {
      ...parameters,
      client_id: remembered.clientId,
      redirect_uri: redirectUri,
      response_type: 'code',
      scope,
      state: remembered.state,
      code_challenge_method: 'S256',
      code_challenge: await calculatePKCECodeChallenge(remembered.verifier),
    }
    for (const [name, value] of Object.entries(asked)) url.searchParams.set(name, value)
    return { url: url.href, remembered }
  }

  async finish(
    callbackUrl: string,
    remembered: RememberedConsent,
    signal: AbortSignal,
  ): Promise<string> {
    if (this.#now().getTime() >= remembered.expiresAtMs) throw expired()
    const parameters = readCallback(callbackUrl, remembered)
    const answer = await this.#exchange(parameters, remembered, signal)
    const missing = remembered.scope
      .split(' ')
      .filter((scope) => answer.scope !== undefined && !answer.scope.split(' ').includes(scope))
    if (missing.length > 0) {
      const message = `The owner did not allow ${missing.join(', ')}. Begin again, and tick every permission that is asked for.`
      throw new ConsentError('declined', message)
    }
    if (answer.refresh_token) return answer.refresh_token
    throw new ConsentError(
      'granted-before',
      'The network gave no refresh token, because this account had consented before. Remove the access of this client in the security settings of that account (for Google: https://myaccount.google.com/connections), then begin again.',
    )
  }

  async #exchange(parameters: URLSearchParams, remembered: RememberedConsent, signal: AbortSignal) {
    const { clientId, clientSecret, redirectUri, verifier, tokenUrl } = remembered
    const [server, client] = [serverOf(remembered), { client_id: clientId }]
    let status = 0
    const call = async (url: string, { method, headers, body }: TokenRequest) => {
      const ask = { method, url, headers, body: String(body), timeoutMs }
      const answer = await this.#calls.call(ask, [new URL(tokenUrl).hostname], signal)
      status = answer.status
      const answered = { status, headers: { 'content-type': answer.header('content-type') } }
      return status === 200 || status >= 400
        ? new Response(answer.text, answered)
        : Response.error()
    }
    try {
      const response = await authorizationCodeGrantRequest(
        ...([server, client, ClientSecretPost(clientSecret), parameters] as const),
        ...([redirectUri, verifier, { [customFetch]: call, signal }] as const),
      )
      return await processAuthorizationCodeResponse(server, client, response)
    } catch (error) {
      signal.throwIfAborted()
      const secrets = [clientSecret, verifier, parameters.get('code') ?? '']
      throw explainExchange(error, status, (text) => maskSecrets(text, secrets))
    }
  }
}

interface TokenRequest {
  readonly method: 'POST'
  readonly headers: Record<string, string>
  readonly body: URLSearchParams
}

const serverOf = ({ authorizeUrl, tokenUrl }: RememberedConsent): AuthorizationServer => ({
  issuer: new URL(authorizeUrl).origin,
  token_endpoint: tokenUrl,
})

const expired = (): ConsentError =>
  new ConsentError('expired', 'The consent took too long, or was finished before. Begin again.')

/** @throws ConsentError unless the address is where this consent came back to, with a code */
function readCallback(callbackUrl: string, remembered: RememberedConsent): URLSearchParams {
  const text = callbackUrl.trim()
  const url = text.length <= maxAddressCharacters ? URL.parse(text) : null
  const expected = new URL(remembered.redirectUri)
  if (url?.origin !== expected.origin || url.pathname !== expected.pathname) {
    const message = `This is not the address that the browser came back to. It starts with ${remembered.redirectUri}. Paste all of it.`
    throw new ConsentError('other-consent', message)
  }
  try {
    const client = { client_id: remembered.clientId }
    const parameters = validateAuthResponse(serverOf(remembered), client, url, remembered.state)
    if (parameters.get('code')) return parameters
  } catch (error) {
    if (error instanceof AuthorizationResponseError) throw explainRefusal(error.error)
  }
  const message =
    'The address is of another consent, or not whole. Paste all of it, or begin again.'
  throw new ConsentError('other-consent', message)
}

function explainRefusal(code: string): ConsentError {
  if (code === 'access_denied') {
    const message = 'The owner declined. Begin again, and allow the access that is asked for.'
    return new ConsentError('declined', message)
  }
  // Anyone can write an address.
  const shown = /^[\w.-]{1,64}$/.test(code) ? ` (${code})` : ''
  return new ConsentError('refused', `The network did not ask the owner for consent${shown}.`)
}

function explainExchange(
  error: unknown,
  status: number,
  struck: (text: string) => string,
): ConsentError {
  if (error instanceof NetworkFault) {
    const { kind, message } = error.fault
    const fault = kind === 'try-later' ? 'try-later' : 'refused'
    return new ConsentError(fault, struck(`The network ${message}. Begin again.`))
  }
  if (!(error instanceof ResponseBodyError) || status === 429 || status >= 500) {
    const what = status === 0 || status === 200 ? 'something unexpected' : String(status)
    const message = `The network answered ${what}. Begin again in a few minutes.`
    return new ConsentError('try-later', message)
  }
  const code = struck(error.error.slice(0, 64))
  if (code === 'invalid_grant') return expired()
  if (code === 'invalid_client' || code === 'unauthorized_client') {
    const message = `The network does not accept the client ID and client secret (${code}). Check both, then begin again.`
    return new ConsentError('client-refused', message)
  }
  if (code === 'redirect_uri_mismatch') {
    const message =
      'The redirect address is not registered for this client. Add it in the console of the network, then begin again.'
    return new ConsentError('client-refused', message)
  }
  const words = struck((error.error_description ?? '').slice(0, shownCharacters))
  return new ConsentError('refused', `The network refused: ${code}${words && `, ${words}`}.`)
}
