import { type Connector, type FieldValues, type Login, NetworkFault } from '../sources/connector.ts'
import type { Connection } from './connection.ts'
import type { ConnectionStore, NetworkPlaces } from './connection-store.ts'
import { type CredentialVault, SealError, type SealedPlace } from './credential-vault.ts'
import { givenOf, secretsOf } from './fields.ts'
import { type GatherServices, longestPauseMs, type NetworkAccess } from './gather.ts'
import { maskSecrets } from './mask-secrets.ts'

export interface AccessServices extends Pick<GatherServices, 'nowMs' | 'wait'> {
  readonly store: ConnectionStore
  readonly vault: CredentialVault
}

/** A login is renewed before it ends. */
const loginMarginMs = 60_000

/** The place that a secret of a connection is sealed for. */
export const sealedPlaceOf = (connection: number, field: string): SealedPlace => ({
  connection: String(connection),
  field,
})

/** The values of a connection's fields, with its secrets. @throws when a secret cannot be opened */
export function openGiven(
  connector: Connector,
  { id, settings, secrets }: Pick<Connection, 'id' | 'settings' | 'secrets'>,
  vault: CredentialVault,
): FieldValues {
  const opened = Object.entries(secrets).map(([field, sealed]) => [
    field,
    vault.open(sealed, sealedPlaceOf(id, field)),
  ])
  return givenOf(connector, { ...settings, ...Object.fromEntries(opened) })
}

/** A login, and a fingerprint of the credentials that it was made with. */
type KeptLogin = Login & { readonly of: string }

/** A network's account, through a stored connection. @param places spaces its requests */
export function openAccess(
  connector: Connector,
  connection: Pick<Connection, 'id' | 'accountId' | 'settings' | 'secrets'>,
  services: AccessServices,
  places: NetworkPlaces = services.store.places,
): NetworkAccess {
  const { store, vault, nowMs } = services
  const { id, accountId } = connection
  const place = sealedPlaceOf(id, 'the login')
  const given = openGiven(connector, connection, vault)
  // Whoever changes the values may be overtaken by a login with those of before.
  const allFields = { ...connector, account: Object.keys(connector.fields) }
  const of = vault.accountKey(accountId, allFields, given)
  const kept = {
    login: async () => {
      const stored = await store.login(id)
      if (!stored || stored.untilMs - loginMarginMs <= nowMs()) return null
      const login = openLogin(vault, stored.sealed, place)
      return login?.of === of ? login : null
    },
    keepLogin: (login: Login | null) =>
      store.putLogin(
        id,
        login && {
          sealed: vault.seal(JSON.stringify({ ...login, of } satisfies KeptLogin), place),
          untilMs: nowMs() + login.validMs,
        },
      ),
  }
  const accountKey = vault.accountKey(accountId, connector, given)
  return accessWith(connector, given, { ...kept, accountKey, places }, services)
}

/** @returns null when it does not open: logging in again makes another */
function openLogin(vault: CredentialVault, sealed: Uint8Array, place: SealedPlace) {
  try {
    return JSON.parse(vault.open(sealed, place)) as KeptLogin
  } catch (error) {
    if (error instanceof SealError) return null
    throw error
  }
}

/** A network's account, for a connection that is not stored yet. Its login is kept in memory. */
export function trialAccess(
  connector: Connector,
  accountId: number,
  values: Readonly<Record<string, string>>,
  services: AccessServices,
): NetworkAccess {
  const given = givenOf(connector, values)
  const accountKey = services.vault.accountKey(accountId, connector, given)
  let login: Login | null = null
  const kept = {
    login: async () => login,
    keepLogin: async (next: Login | null) => {
      login = next
    },
  }
  const places = trialPlaces(services.store.places)
  return accessWith(connector, given, { ...kept, accountKey, places }, services)
}

/**
 * Places of a trial. It takes its turn with the connections, but only the trial itself waits for a pause: a network
 * may ask for one because the credentials are wrong.
 */
export function trialPlaces(shared: NetworkPlaces): NetworkPlaces {
  let pausedUntilMs = 0
  return {
    reserve: async (accountKey, nowMs, gapMs) =>
      Math.max(await shared.reserve(accountKey, nowMs, gapMs), pausedUntilMs),
    pause: async (_accountKey, untilMs) => {
      pausedUntilMs = Math.max(pausedUntilMs, untilMs)
    },
  }
}

interface AccessParts extends Pick<NetworkAccess, 'login' | 'keepLogin'> {
  readonly accountKey: string
  readonly places: NetworkPlaces
}

function accessWith(
  connector: Connector,
  given: FieldValues,
  { accountKey, places, ...kept }: AccessParts,
  { nowMs, wait }: Pick<AccessServices, 'nowMs' | 'wait'>,
): NetworkAccess {
  const { requests, seconds } = connector.rate
  const gapMs = Math.ceil((seconds * 1_000) / requests)
  const secrets = new Set(secretsOf(connector, given))
  return {
    connector,
    given,
    login: async () => remembered(secrets, await kept.login()),
    keepLogin: (login) => kept.keepLogin(remembered(secrets, login)),
    takePlace: async (signal) => {
      const atMs = await places.reserve(accountKey, nowMs(), gapMs)
      const waitMs = atMs - nowMs()
      if (waitMs > longestPauseMs) {
        const message = 'wants to be left alone for a while'
        throw new NetworkFault({ kind: 'slow-down', message, waitMs })
      }
      if (waitMs > 0) await wait(waitMs, signal)
    },
    pause: (waitMs) => places.pause(accountKey, nowMs() + waitMs),
    clean: (text) => maskSecrets(text, [...secrets]),
  }
}

/** A token is a secret too. */
function remembered(secrets: Set<string>, login: Login | null): Login | null {
  if (login) secrets.add(login.token)
  return login
}
