import type { NotedNames } from '../../ledger/set-aside.ts'
import type { Day } from '../../values/day.ts'
import type { Services } from '../services.ts'
import type { Pulled } from './pulled.ts'

/** Lists the rows of a pulled day that are set aside, and none that were listed of the day before. */
export async function noteSetAside(
  { account, access, connection, assertLease }: Pulled,
  day: Day,
  found: Pick<NotedNames, 'setAside' | 'answered'>,
  { setAside }: Services,
): Promise<void> {
  await assertLease()
  await setAside.note({
    accountId: account.id,
    source: access.connector.source,
    entry: null,
    files: [],
    setAside: found.setAside,
    answered: found.answered,
    pulled: { connectionId: connection.id, day },
  })
}
