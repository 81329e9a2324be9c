import { accountKey } from '../../connections/account-key.ts'
import type { Connection } from '../../connections/connection.ts'
import { givenOf, secretsOf } from '../../connections/fields.ts'
import { longestPauseMs, type NetworkAccess } from '../../connections/gather.ts'
import { maskSecrets } from '../../connections/mask-secrets.ts'
import type { NetworkPlaces } from '../../records/network-places.ts'
import { connectionPlace, type SealedPlace, type Vault } from '../../sealing/vault.ts'
import {
  type Connector,
  type FieldValues,
  type Login,
  NetworkFault,
} from '../../sources/connector.ts'
import type { NetworkServices } from './network-services.ts'

export type AccessServices = Pick<NetworkServices, 'nowMs' | 'wait' | 'store' | 'vault'>

/** Places that requests to networks' accounts take. */
type Places = Pick<NetworkPlaces, 'reserve' | 'pause'>

/** A login is renewed before it ends. */
const loginMarginMs = 60_000

/** The values of a connection's fields, with its secrets. @throws when a secret cannot be opened */
export function openGiven(
  connector: Connector,
  { id, settings, secrets }: Pick<Connection, 'id' | 'settings' | 'secrets'>,
  vault: Vault,
): FieldValues {
  const opened = Object.entries(secrets).map(([field, sealed]) => [
    field,
    vault.open(sealed, connectionPlace(id, field)),
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
  places: Places = services.store.places,
): NetworkAccess {
  const { store, vault, nowMs } = services
  const { id, accountId } = connection
  const place = connectionPlace(id, 'the login')
  const given = openGiven(connector, connection, vault)
  // A login with earlier values may be stored after the values were changed.
  const allFields = { ...connector, account: Object.keys(connector.fields) }
  const of = accountKey(vault, accountId, allFields, given)
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
  const networkAccount = accountKey(vault, accountId, connector, given)
  return accessWith(connector, given, { ...kept, networkAccount, places }, services)
}

/** @returns null when it does not open: logging in again makes another */
function openLogin(vault: Vault, sealed: Uint8Array, place: SealedPlace) {
  const opened = vault.openOrNull(sealed, place)
  return opened === null ? null : (JSON.parse(opened) as KeptLogin)
}

/** A network's account, for a connection that is not stored yet. Its login is kept in memory. */
export function trialAccess(
  connector: Connector,
  accountId: number,
  values: Readonly<Record<string, string>>,
  services: AccessServices,
): NetworkAccess {
  const given = givenOf(connector, values)
  const networkAccount = accountKey(services.vault, accountId, connector, given)
  let login: Login | null = null
  const kept = {
    login: async () => login,
    keepLogin: async (next: Login | null) => {
      login = next
    },
  }
  const places = trialPlaces(services.store.places)
  return accessWith(connector, given, { ...kept, networkAccount, places }, services)
}

/**
 * Places of a trial. It takes its turn with the connections, but only the trial itself waits for a pause: a network
 * may ask for one because the credentials are wrong.
 */
export function trialPlaces(shared: Places): Places {
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
  readonly networkAccount: string
  readonly places: Places
}

function accessWith(
  connector: Connector,
  given: FieldValues,
  { networkAccount, places, ...kept }: AccessParts,
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
      const atMs = await places.reserve(networkAccount, nowMs(), gapMs)
      const waitMs = atMs - nowMs()
      if (waitMs > longestPauseMs) {
        const message = 'wants to be left alone for a while'
        throw new NetworkFault({ kind: 'slow-down', message, waitMs })
      }
      if (waitMs > 0) await wait(waitMs, signal)
    },
    pause: (waitMs) => places.pause(networkAccount, nowMs() + waitMs),
    clean: (text) => maskSecrets(text, [...secrets]),
  }
}

/** A token is a secret too. */
function remembered(secrets: Set<string>, login: Login | null): Login | null {
  if (login) secrets.add(login.token)
  return login
}
