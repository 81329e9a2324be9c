import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { addDays, dayOf } from '../../src/values/day.ts'
import { pathsOf, weekOfApp } from '../asks.ts'
import { type Checkout, workIn } from '../checkout.ts'
import { Measured } from '../load.ts'
import { Server } from '../server.ts'
import { type Peer, type PeerRows, peerKinds } from './peer.ts'

/** Adtally, filled by its own import, and asked for other weeks until every month is in memory. */
export async function startAdtallyPeer(rows: PeerRows, checkout: Checkout): Promise<Peer> {
  const { folder, csv, appCount, rowCount } = rows
  const root = join(folder, 'adtally')
  mkdirSync(root)
  const { ms } = await workIn(checkout, { task: 'import', root, appCount, path: csv })
  const server = await Server.start(checkout, { root, appCount, rowCount })
  const side = { server, headers: server.headersFor('/api') }
  await server.quiet()
  // A month is read when it was missing twice.
  for (let day = 1; day <= 3; day++) {
    const weeks = Array.from({ length: 12 * appCount }, (_, turn) => {
      const firstDay = dayOf(Date.UTC(2025, Math.floor(turn / appCount), day))
      const span = { firstDay, lastDay: addDays(firstDay, 6) }
      return { path: pathsOf(weekOfApp, { app: turn % appCount, span })[0]! }
    })
    await new Measured().add(side, weeks, 60)
    await server.quiet()
  }
  return {
    name: 'Adtally, first ask',
    loadSeconds: ms / 1_000,
    side,
    address: (kind, ask) => ({ path: pathsOf(peerKinds[kind], ask)[0]! }),
    [Symbol.asyncDispose]: () => server[Symbol.asyncDispose](),
  }
}
