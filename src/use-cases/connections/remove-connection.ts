import { useCase } from '../use-case.ts'
import { namedConnection } from './connection-request.ts'
import { findConnection } from './find-connection.ts'

/** Removes a connection with its credentials. Its figures stay. */
export const removeConnection = useCase({
  name: 'remove-connection',
  request: namedConnection,
  run: async (services, { username, name }) => {
    const { connection } = await findConnection(services, username, name)
    await services.networks.store.remove(connection.id)
    return { username, name }
  },
  audit: ({ username, name }) => [
    { action: 'connection_removed', account: username, facts: { connection: name } },
  ],
})
