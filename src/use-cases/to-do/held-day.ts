import { isConfirmed } from '../../connections/hold.ts'
import { pageOfConnection } from './missing-money.ts'
import { toDoKind } from './to-do-kind.ts'

const maxDays = 100

/** A fetched day that is held, because its report lacks much of what was imported. */
export const heldDay = toDoKind({
  name: 'held_day',
  needs: 'import',
  ofAllApps: true,
  find: async (context) => {
    const { account } = context.principal
    const days = await context.services.networks.store.days.held(account.id, maxDays)
    if (days.length === 0) return []
    const known = new Map(
      (await context.connections()).map((one) => [one.connection.id, one] as const),
    )
    return days.flatMap(({ connectionId, day, stated, held }) => {
      const found = known.get(connectionId)
      if (!found || !held || isConfirmed(held)) return []
      const [imported, lower] = [stated?.revenueMicros ?? null, held.revenueMicros]
      return {
        network: found.network,
        connection: found.connection.name,
        days: [{ firstDay: day, lastDay: day }],
        moneyMicros: imported === null ? null : differenceOf(imported, lower),
        page: pageOfConnection(found.connection.name),
        facts: { imported_micros: imported?.toString() ?? null, held_micros: lower.toString() },
      }
    })
  },
})

const differenceOf = (one: bigint, other: bigint): bigint =>
  one > other ? one - other : other - one
