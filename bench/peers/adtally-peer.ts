import { join } from 'node:path'
import { openInstallation } from '../../src/compose/installation.ts'
import { dataDirectory } from '../../src/config/data-directory.ts'
import { importFigures } from '../../src/use-cases/import-figures.ts'
import { startAsked } from '../asked-service.ts'
import { addressOf, askKinds } from '../asks.ts'
import { createApps } from '../data-set.ts'
import { askEveryMonth } from '../fill-memory.ts'
import { type Peer, type PeerRows, peerKinds } from './peer.ts'

/** Adtally, filled by its own command, and asked for other weeks until every month is in memory. */
export async function startAdtallyPeer(rows: PeerRows): Promise<Peer> {
  const { folder, csv, appCount, rowCount } = rows
  const directory = dataDirectory(join(folder, 'adtally'))
  const { call, close } = await openInstallation(directory, { use: 'command' })
  await createApps(call, folder, appCount, 1)
  const started = performance.now()
  await call(importFigures, {}, { files: [{ name: 'figures.csv', path: csv }] })
  const loadSeconds = (performance.now() - started) / 1_000
  await close()
  const asked = await startAsked({ directory, appCount, accountCount: 1, rowCount }, null)
  await askEveryMonth(asked, rows)
  return {
    name: 'Adtally, first ask',
    loadSeconds,
    asks: {
      side: asked.side({}),
      address: (kind, ask) =>
        addressOf(askKinds.find(({ name }) => name === peerKinds[kind])!, ask),
    },
    stop: () => asked.stop(),
  }
}
