import { chmodSync } from 'node:fs'
import { join } from 'node:path'
import { asksOf } from '../asks.ts'
import type { Checkout } from '../checkout.ts'
import { shownSize } from '../data-set.ts'
import { dayCount, firstDay, sizeFor } from '../figures-shape.ts'
import { clients, Measured } from '../load.ts'
import { formatTable, heading, short, times } from '../table.ts'
import { type Target, target } from '../target.ts'
import { temporaryFolder } from '../temporary-folder.ts'
import { writeFigures } from '../write-figures.ts'
import { startAdtallyPeer } from './adtally-peer.ts'
import { startClickhousePeer } from './clickhouse-peer.ts'
import { type Peer, type PeerKind, type PeerRows, peerKinds } from './peer.ts'
import { startPostgraphilePeer } from './postgraphile-peer.ts'

const starters = {
  Adtally: startAdtallyPeer,
  ClickHouse: startClickhousePeer,
  PostGraphile: startPostgraphilePeer,
} as const

type PeerName = keyof typeof starters

const rounds = 2
const loadSeconds = 2
const warmUpAnswers = 400
/** Different questions that are repeated, and their repetitions: more than any server answers. */
const repeated = 32
const repeats = 500_000
const asksEach = 60_000
const kinds = Object.keys(peerKinds) as PeerKind[]

/** A peer's measurements, by kind of question. */
interface PeerResult {
  readonly peer: Peer
  readonly first: Readonly<Record<PeerKind, Measured>>
  readonly again: Readonly<Record<PeerKind, Measured>>
}

type Results = Partial<Record<PeerName, PeerResult>>

/** The same questions to Adtally and to other databases with an interface, on the same rows. */
export async function benchPeers(
  wantedRows: number,
  checkouts: readonly Checkout[],
): Promise<Target[]> {
  using temporary = temporaryFolder('peers-')
  const { path: folder } = temporary
  // PostgreSQL runs as another user.
  chmodSync(folder, 0o755)
  const rows = { ...sizeFor(wantedRows), folder, csv: join(folder, 'figures.csv') }
  await using started = new AsyncDisposableStack()
  const results: Results = {}
  const missing: string[] = []
  await writeFigures(rows.csv, rows.appCount, firstDay, dayCount)
  for (const name of Object.keys(starters) as PeerName[]) {
    process.stderr.write(`Loading ${name}.\n`)
    try {
      const peer = started.use(await starters[name](rows, checkouts.at(-1)!))
      results[name] = { peer, first: noAnswers(), again: noAnswers() }
    } catch (error) {
      missing.push(`${name}: ${(error as Error).message.split('\n', 1)[0]}`)
    }
  }
  await askAll(Object.values(results), rows)
  print(rows, Object.values(results))
  for (const reason of missing) console.log(`  not measured: ${reason}`)
  return targetsOf(results)
}

const noAnswers = () => ({ week: new Measured(), month: new Measured(), year: new Measured() })

async function askAll(results: readonly PeerResult[], rows: PeerRows): Promise<void> {
  for (const kind of kinds) {
    process.stderr.write(`Asking for ${peerKinds[kind].name}.\n`)
    const turns = results.map(({ peer, first, again }) => {
      const addresses = asksOf(rows, peerKinds[kind], asksEach).map((one) =>
        peer.address(kind, one),
      )
      const same = Array.from({ length: repeats }, (_, turn) => addresses[turn % repeated]!)
      return { side: peer.side, addresses, same, first: first[kind], again: again[kind] }
    })
    for (const { side, addresses } of turns) {
      await new Measured().add(side, addresses.splice(0, warmUpAnswers), loadSeconds)
    }
    for (let round = 0; round < rounds; round++) {
      for (const turn of round % 2 === 0 ? turns : turns.toReversed()) {
        await turn.first.add(turn.side, turn.addresses, loadSeconds)
        await turn.again.add(turn.side, turn.same, loadSeconds)
      }
    }
  }
}

function print(rows: PeerRows, results: readonly PeerResult[]): void {
  console.log(heading(`peers: ${shownSize(rows)}, ${clients} clients`))
  const titles = kinds.flatMap((kind) => [`${kind} /s`, 'CPU ms', 'again /s'])
  const cells = results.map(({ peer, first, again }) => [
    peer.name,
    short(rows.rowCount / peer.loadSeconds / 1e6),
    ...kinds.flatMap((kind) =>
      [first[kind].perSecond, first[kind].processorMsEach, again[kind].perSecond].map(short),
    ),
  ])
  console.log(formatTable(['', 'M rows/s loaded', ...titles], cells))
  console.log(`\n  ${kinds.map((kind) => `${kind}: ${peerKinds[kind].name}`).join('. ')}.`)
  console.log('  CPU ms: of all processes of the server for one first ask.')
}

function targetsOf(results: Results): Target[] {
  const goal = (kind: PeerKind, peer: PeerName, atLeast: number): Target => {
    const speed = (name: PeerName) => results[name]?.first[kind].perSecond ?? Number.NaN
    const name = `first ask, ${peerKinds[kind].name}: answers a second ÷ those of ${peer}`
    return target(name, { atLeast }, speed('Adtally') / speed(peer), times)
  }
  return [goal('week', 'ClickHouse', 3), goal('month', 'PostGraphile', 5)]
}
