import type { AskKind } from './asks.ts'
import type { Checkout } from './checkout.ts'
import { type DataSet, ensureDataSet } from './data-set.ts'
import { startEngine } from './engine.ts'
import { Server } from './server.ts'
import { type KindTimes, timeAsks } from './time-asks.ts'

/** The times of servers' answers, and the servers. */
export interface AskedServers {
  /** Of the last server. */
  readonly dataSet: DataSet
  readonly servers: readonly Server[]
  readonly seen: readonly KindTimes[]
}

/**
 * Times kinds of questions on the servers of checkouts, in turn.
 *
 * @param more works with the servers before they end
 */
export async function askCheckouts<Result>(
  rows: number,
  checkouts: readonly Checkout[],
  kinds: readonly AskKind[],
  more: (asked: AskedServers) => Promise<Result>,
): Promise<Result> {
  const sites: Site[] = []
  for (const checkout of checkouts) {
    sites.push({ checkout, dataSet: await ensureDataSet(rows, checkout) })
  }
  return askSites(sites, kinds, more)
}

/** A server to start. */
export interface Site {
  readonly checkout: Checkout
  readonly dataSet: DataSet
  readonly env?: Readonly<Record<string, string>>
}

/** The same for given data. The engine has those of the last one. */
export async function askSites<Result>(
  sites: readonly Site[],
  kinds: readonly AskKind[],
  more: (asked: AskedServers) => Promise<Result>,
): Promise<Result> {
  await using started = new AsyncDisposableStack()
  const servers: Server[] = []
  for (const { checkout, dataSet, env } of sites) {
    servers.push(started.use(await Server.start(checkout, dataSet, env)))
  }
  const { dataSet, env } = sites.at(-1)!
  const engine = started.use(await startEngine(dataSet, env))
  for (const server of servers) await server.quiet()
  return await more({ dataSet, servers, seen: await timeAsks(dataSet, kinds, servers, engine) })
}
