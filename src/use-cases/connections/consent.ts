import { Type } from 'typebox'
import { ConsentError, type RememberedConsent } from '../../connections/consent.ts'
import { refuse } from '../../connections/refusals.ts'
import { connectionPlace, SealError } from '../../sealing/vault.ts'
import type { Consent } from '../../sources/connector.ts'
import { formatInstant } from '../../values/instant.ts'
import { text } from '../fields.ts'
import type { Services } from '../services.ts'
import { readsOnly, useCase } from '../use-case.ts'
import { giveValues } from './change-connection.ts'
import { namedConnection } from './connection-request.ts'
import { toConnectionView } from './connection-view.ts'
import {
  type FoundConnection,
  findConnection,
  openCredentials,
  withoutConsent,
} from './find-connection.ts'

const maxRedirectCharacters = 2_000
const maxAddressCharacters = 8_192

/** Only who began a consent can finish it: a session, or a command. */
const owner = text(128, 'who finishes the consent')

/** The parts of a begun consent that its caller keeps, sealed. The client's secret is not one of them. */
type KeptConsent = Pick<RememberedConsent, 'redirectUri' | 'state' | 'verifier' | 'expiresAtMs'>

/** Asks the owner of a network's account for consent. Nothing is stored: the caller keeps what is sealed. */
export const beginConsent = useCase({
  name: 'begin-consent',
  request: {
    ...namedConnection,
    owner,
    /** Where the browser comes back to. It has to be registered for the client. */
    redirectUri: Type.String({
      minLength: 1,
      maxLength: maxRedirectCharacters,
      pattern: '^https?://[\\x21-\\x7e]+$',
      description: `an http or https address of up to ${maxRedirectCharacters} characters`,
    }),
  },
  audit: readsOnly,
  run: async (services, { username, name, owner, redirectUri }) => {
    const { vault, consents } = services.networks
    const found = await findConsent(services, username, name)
    const { connection, connector, consent } = found
    const given = openCredentials(username, withoutConsent(found), vault)
    const { url, remembered } = await consents.begin(consent, given, redirectUri)
    const { state, verifier, expiresAtMs } = remembered
    const kept: KeptConsent = { redirectUri, state, verifier, expiresAtMs }
    const sealed = vault.seal(JSON.stringify(kept), consentPlace(connection.id, owner))
    return {
      name,
      network: connector.title,
      redirect_uri: redirectUri,
      url,
      /** For `finish-consent`. */
      kept: Buffer.from(sealed).toString('base64url'),
      expires_at: formatInstant(expiresAtMs),
    }
  },
})

/** Exchanges what the browser came back with for a refresh token, and stores it. */
export const finishConsent = useCase({
  name: 'finish-consent',
  request: {
    ...namedConnection,
    owner,
    kept: Type.String({
      minLength: 1,
      maxLength: maxAddressCharacters,
      writeOnly: true,
      pattern: '^[\\w-]+$',
      description: 'what begin-consent gave',
    }),
    /** The whole address that the browser came back to. It has a code. */
    address: Type.String({
      minLength: 1,
      maxLength: maxAddressCharacters,
      writeOnly: true,
      description: `an address of up to ${maxAddressCharacters} characters`,
    }),
  },
  run: async (services, { username, name, owner, kept, address }, { signal }) => {
    const { vault, consents } = services.networks
    const found = await findConsent(services, username, name)
    const { connection, connector, consent } = found
    const given = openCredentials(username, withoutConsent(found), vault)
    try {
      const sealed = Buffer.from(kept, 'base64url')
      const opened = vault.open(sealed, consentPlace(connection.id, owner))
      const remembered: RememberedConsent = {
        ...(JSON.parse(opened) as KeptConsent),
        authorizeUrl: consent.authorizeUrl,
        tokenUrl: consent.tokenUrl,
        scope: consent.scope,
        clientId: given[consent.clientId]!,
        clientSecret: given[consent.clientSecret]!,
      }
      const refreshToken = await consents.finish(address, remembered, signal)
      await giveValues(services, found, { values: { [consent.refreshToken]: refreshToken } })
    } catch (error) {
      throw explained(error, connector.title)
    }
    return toConnectionView((await services.networks.store.byId(connection.id))!, services)
  },
  audit: ({ username, name }) => [
    {
      action: 'connection_changed',
      account: username,
      facts: { connection: name, fields: ['consent'] },
    },
  ],
})

/** @throws Refusal `consent_not_needed` */
async function findConsent(
  services: Pick<Services, 'accounts' | 'networks'>,
  username: string,
  name: string,
): Promise<FoundConnection & { readonly consent: Consent }> {
  const found = await findConnection(services, username, name)
  const { consent, title } = found.connector
  if (!consent) throw refuse('consent_not_needed', { name, title })
  return { ...found, consent }
}

/** No field has a blank in its name, so this is no field's place. */
const consentPlace = (connection: number, owner: string) =>
  connectionPlace(connection, `the consent of ${owner}`)

function explained(error: unknown, title: string): unknown {
  if (error instanceof ConsentError) {
    return refuse('consent_failed', { title, fault: error.fault, message: error.message })
  }
  if (!(error instanceof SealError)) return error
  const message = 'This consent was begun by someone else, or for another connection. Begin again.'
  return refuse('consent_failed', { title, fault: 'other-consent', message })
}
