import type { ConnectionState } from '../../connections/connection.ts'
import type { Services } from '../services.ts'
import { useCase } from '../use-case.ts'
import { namedConnection } from './connection-request.ts'
import { toConnectionView } from './connection-view.ts'
import { findConnection, refuseWithoutConsent } from './find-connection.ts'

/** Stops pulling a connection until it is resumed. Its figures stay. */
export const pauseConnection = useCase({
  name: 'pause-connection',
  request: namedConnection,
  run: (services, { username, name }) => setState(services, username, name, 'paused'),
  audit: ({ username, name }) => [
    { action: 'connection_paused', account: username, facts: { connection: name } },
  ],
})

/** Pulls a connection again that was paused, or whose credentials were refused. */
export const resumeConnection = useCase({
  name: 'resume-connection',
  request: namedConnection,
  run: (services, { username, name }) => setState(services, username, name, 'active'),
  audit: ({ username, name }) => [
    { action: 'connection_resumed', account: username, facts: { connection: name } },
  ],
})

async function setState(
  services: Services,
  username: string,
  name: string,
  state: ConnectionState,
) {
  const { store } = services.networks
  const { connection, connector } = await findConnection(services, username, name)
  if (state === 'active') refuseWithoutConsent(username, { connection, connector })
  await store.change(connection.id, { state, problem: null, backOff: null })
  return toConnectionView((await store.byId(connection.id))!, services)
}
