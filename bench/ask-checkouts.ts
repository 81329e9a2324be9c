import type { AskKind } from './asks.ts'
import type { Checkout } from './checkout.ts'
import { type DataSet, ensureDataSet } from './data-set.ts'
import { Engine } from './engine.ts'
import { Server } from './server.ts'
import { type KindTimes, timeAsks } from './time-asks.ts'

/** The times of checkouts' answers, and their servers. */
export interface AskedCheckouts {
  /** Of this checkout. */
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
  more: (asked: AskedCheckouts) => Promise<Result>,
): Promise<Result> {
  const dataSets: DataSet[] = []
  for (const checkout of checkouts) dataSets.push(await ensureDataSet(rows, checkout))
  const dataSet = dataSets.at(-1)!
  const servers: Server[] = []
  let engine: Engine | undefined
  try {
    for (const [place, checkout] of checkouts.entries()) {
      servers.push(await Server.start(checkout, dataSets[place]!))
    }
    engine = await Engine.start(dataSet)
    for (const server of servers) await server.quiet()
    return await more({ dataSet, servers, seen: await timeAsks(dataSet, kinds, servers, engine) })
  } finally {
    await engine?.stop()
    for (const server of servers) await server.stop()
  }
}
