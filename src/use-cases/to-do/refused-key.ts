import { connectors } from '../../sources/all-connectors.ts'
import { expectedOf, pageOfConnection, spansOf } from './missing-money.ts'
import { toDoKind } from './to-do-kind.ts'

/** A connection whose credentials the network refuses: nothing is fetched before a person gives others. */
export const refusedKey = toDoKind({
  name: 'refused_key',
  needs: 'manage',
  ofAllApps: true,
  find: async (context) => {
    const connections = await context.connections()
    const refused = connections.filter(({ connection }) => connection.state === 'refused')
    const missing = refused.length > 0 ? await context.missing() : []
    return refused.map(({ connection, network }) => {
      const own = missing.filter((one) => one.network === network)
      const { moneyMicros, isLeast } = expectedOf(own)
      return {
        network,
        connection: connection.name,
        days: spansOf(own),
        moneyMicros,
        page: pageOfConnection(connection.name),
        facts: {
          title: connectors.get(connection.connector)?.title ?? connection.connector,
          problem: connection.problem,
          is_least: isLeast,
        },
      }
    })
  },
})
