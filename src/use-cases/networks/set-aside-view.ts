import type { SetAsideName } from '../../ledger/set-aside.ts'
import { namedNetwork } from '../../sources/normalise/networks.ts'
import { formatDay } from '../../values/day.ts'
import { publicFileName } from '../public-file-names.ts'
import type { Services } from '../services.ts'

/** Rows of one name that are not in the figures. */
export interface SetAsideNameView {
  readonly account: string
  readonly source: string
  /** The network's name in the reports. */
  readonly name: string
  /** The network that it resembles; null when it resembles none any more. */
  readonly similar_to: string | null
  /** The network that a person answered, while the rows are not imported again; null before. */
  readonly network: string | null
  /** The connection that pulled them; null for files. */
  readonly connection: string | null
  readonly files: readonly string[]
  readonly rows: number
  readonly impressions: string
  /** Decimals in major units, by currency. */
  readonly revenue: Readonly<Record<string, string>>
  readonly first_day: string
  readonly last_day: string
}

/** The rows that are set aside. @param accountId all accounts when absent */
export async function setAsideViews(
  { accounts, setAside, networks }: Pick<Services, 'accounts' | 'setAside' | 'networks'>,
  accountId?: number,
): Promise<SetAsideNameView[]> {
  const found = await setAside.list(accountId)
  if (found.length === 0) return []
  const usernames = new Map((await accounts.list()).map(({ id, username }) => [id, username]))
  const connections = new Map((await networks.store.list()).map(({ id, name }) => [id, name]))
  return found.map((one) => toView(one, usernames, connections))
}

function toView(
  one: SetAsideName,
  usernames: ReadonlyMap<number, string>,
  connections: ReadonlyMap<number, string>,
): SetAsideNameView {
  const named = namedNetwork(one.name)
  return {
    account: usernames.get(one.accountId) ?? '?',
    source: one.source,
    name: one.name,
    network: one.network,
    similar_to: named?.kind === 'similar' ? named.network : null,
    connection: one.connectionId === null ? null : (connections.get(one.connectionId) ?? null),
    files: one.files.map(publicFileName),
    rows: one.rows,
    impressions: one.impressions.toString(),
    revenue: Object.fromEntries(one.revenue),
    first_day: formatDay(one.firstDay),
    last_day: formatDay(one.lastDay),
  }
}
