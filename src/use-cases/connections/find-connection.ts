import type { Connection } from '../../connections/connection.ts'
import { refuse } from '../../connections/refusals.ts'
import type { Account } from '../../publishers/account.ts'
import { connectors } from '../../sources/all-connectors.ts'
import type { Connector } from '../../sources/connector.ts'
import type { Services } from '../services.ts'

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
