import type { Connection } from '../../connections/connection.ts'
import { refuse } from '../../connections/refusals.ts'
import type { Account } from '../../publishers/account.ts'
import { SealError, type Vault } from '../../sealing/vault.ts'
import { connectors } from '../../sources/all-connectors.ts'
import type { Connector, FieldValues } from '../../sources/connector.ts'
import type { Services } from '../services.ts'
import { openGiven } from './open-access.ts'

export interface FoundConnection {
  readonly account: Account
  readonly connection: Connection
  readonly connector: Connector
}

/** @throws Refusal `unknown_account`, `unknown_connection` */
export async function findConnection(
  { accounts, networks }: Pick<Services, 'accounts' | 'networks'>,
  username: string,
  name: string,
): Promise<FoundConnection> {
  const account = await accounts.get(username)
  const connection = await networks.store.byName(account.id, name)
  const connector = connection && connectors.get(connection.connector)
  if (!connector) throw refuse('unknown_connection', { username, name })
  return { account, connection, connector }
}

/**
 * The values of a connection's fields, with its secrets.
 *
 * @throws Refusal `credentials_unreadable`, `consent_missing` when only the consent cannot be decrypted
 */
export function openCredentials(
  username: string,
  found: Pick<FoundConnection, 'connection' | 'connector'>,
  vault: Vault,
): FieldValues {
  const { connection, connector } = found
  try {
    return openGiven(connector, connection, vault)
  } catch (error) {
    if (!(error instanceof SealError)) throw error
    const { name } = connection
    if (!connector.consent || lacksConsent(found)) {
      throw refuse('credentials_unreadable', { username, name })
    }
    openCredentials(username, withoutConsent(found), vault)
    throw refuse('consent_missing', { username, name })
  }
}

/** The same as before the owner of the network's account consented. */
export function withoutConsent<Found extends Pick<FoundConnection, 'connection' | 'connector'>>(
  found: Found,
): Found {
  const { connection, connector } = found
  const secrets = Object.entries(connection.secrets).filter(
    ([field]) => field !== connector.consent?.refreshToken,
  )
  return { ...found, connection: { ...connection, secrets: Object.fromEntries(secrets) } }
}

/** @throws Refusal `consent_missing` while the owner of the network's account has not consented */
export function refuseWithoutConsent(
  username: string,
  { connection, connector }: Pick<FoundConnection, 'connection' | 'connector'>,
): void {
  if (!lacksConsent({ connection, connector })) return
  throw refuse('consent_missing', { username, name: connection.name })
}

/** Whether the owner of the network's account has to consent first. */
export const lacksConsent = ({
  connection,
  connector: { consent },
}: Pick<FoundConnection, 'connection' | 'connector'>): boolean =>
  consent !== undefined && connection.secrets[consent.refreshToken] === undefined
