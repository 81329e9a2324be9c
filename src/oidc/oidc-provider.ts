import {
  AuthorizationResponseError,
  allowInsecureRequests,
  authorizationCodeGrant,
  buildAuthorizationUrl,
  type Configuration,
  calculatePKCECodeChallenge,
  discovery,
  enableNonRepudiationChecks,
  fetchUserInfo,
  randomNonce,
  randomPKCECodeVerifier,
  randomState,
  type UserInfoResponse,
} from 'openid-client'
import {
  type BegunSignIn,
  type IdentityProvider,
  type ProvedIdentity,
  ProviderError,
} from '../publishers/provider-sign-in.ts'

export interface OidcSettings {
  readonly issuer: string
  readonly clientId: string
  readonly clientSecret: string
}

/** How long each request to the provider may take. */
const defaultTimeoutSeconds = 10
/** After so long the provider is asked for its addresses again. */
const discoveryMs = 3_600_000

/** The state of a sign-in that the browser that began it keeps, encrypted. */
interface Kept {
  readonly callback: string
  readonly state: string
  readonly nonce: string
  readonly verifier: string
}

/** An OpenID Connect provider: authorization code flow with PKCE, state and nonce. */
export class OidcProvider implements IdentityProvider {
  readonly name: string
  readonly #settings: OidcSettings
  readonly #timeoutSeconds: number
  #found: Promise<Configuration> | null = null
  #foundAtMs = 0

  constructor(settings: OidcSettings, timeoutSeconds = defaultTimeoutSeconds) {
    this.#settings = settings
    this.#timeoutSeconds = timeoutSeconds
    this.name = new URL(settings.issuer).hostname
  }

  async begin(callback: string): Promise<BegunSignIn> {
    const config = await this.#discover()
    const kept: Kept = {
      callback,
      state: randomState(),
      nonce: randomNonce(),
      verifier: randomPKCECodeVerifier(),
    }
    const url = buildAuthorizationUrl(config, {
      redirect_uri: callback,
      scope: 'openid email',
      state: kept.state,
      nonce: kept.nonce,
      code_challenge: await calculatePKCECodeChallenge(kept.verifier),
      code_challenge_method: 'S256',
    })
    return { url: url.href, state: JSON.stringify(kept) }
  }

  async finish(url: URL, text: string): Promise<ProvedIdentity> {
    const { callback, state, nonce, verifier } = JSON.parse(text) as Kept
    if (url.searchParams.get('state') !== state) {
      throw new ProviderError('sign_in_expired', 'The state is of another sign-in.')
    }
    const config = await this.#discover()
    const current = Object.assign(new URL(callback), { search: url.search })
    try {
      const tokens = await authorizationCodeGrant(config, current, {
        pkceCodeVerifier: verifier,
        expectedState: state,
        expectedNonce: nonce,
        idTokenExpected: true,
      })
      const claims = tokens.claims()!
      const { iss: issuer, sub: subject } = claims
      const email = claims.email ? claims : await userInfo(config, tokens.access_token, subject)
      return { issuer, subject, verifiedEmail: verifiedEmailOf(email) }
    } catch (error) {
      throw faultOf(error)
    }
  }

  /** The provider's addresses and keys. A failure is not kept. */
  async #discover(): Promise<Configuration> {
    if (Date.now() - this.#foundAtMs > discoveryMs) this.#found = null
    if (!this.#found) {
      this.#found = discover(this.#settings, this.#timeoutSeconds)
      this.#foundAtMs = Date.now()
    }
    const found = this.#found
    try {
      return await found
    } catch (error) {
      if (this.#found === found) this.#found = null
      const { message } = error as Error
      throw new ProviderError('provider_unavailable', message, { cause: error })
    }
  }
}

async function discover(
  { issuer, clientId, clientSecret }: OidcSettings,
  timeout: number,
): Promise<Configuration> {
  const server = new URL(issuer)
  // The settings accept http on loopback alone.
  const execute = [
    enableNonRepudiationChecks,
    ...(server.protocol === 'http:' ? [allowInsecureRequests] : []),
  ]
  return discovery(server, clientId, clientSecret, undefined, { execute, timeout })
}

/** Some providers name the address only here. */
const userInfo = (config: Configuration, token: string, subject: string) =>
  config.serverMetadata().userinfo_endpoint
    ? fetchUserInfo(config, token, subject)
    : Promise.resolve({})

/** Some providers send the claim as text. */
const verifiedEmailOf = ({
  email,
  email_verified: isVerified,
}: Partial<Pick<UserInfoResponse, 'email'>> & { email_verified?: unknown }): string | null =>
  typeof email === 'string' && (isVerified === true || isVerified === 'true') ? email : null

function faultOf(cause: unknown): ProviderError {
  if (cause instanceof AuthorizationResponseError) {
    return new ProviderError('provider_refused', cause.error, { cause })
  }
  const { message, name, code = '' } = cause as Error & { code?: string }
  const isAway = name === 'TypeError' || code === 'OAUTH_TIMEOUT' || /^5\d\d$/.test(statusOf(cause))
  return new ProviderError(isAway ? 'provider_unavailable' : 'provider_refused', message, { cause })
}

const statusOf = (error: unknown): string =>
  String((error as { status?: number }).status ?? (error as { cause?: Response }).cause?.status)
