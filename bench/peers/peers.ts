import { chmodSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { askKinds, asksOf } from '../asks.ts'
import { writeFigures } from '../data-set.ts'
import { appsFor, dayCount, firstDay, rowsPerAppDay } from '../figures-shape.ts'
import { clientName } from '../load/load.ts'
import { Addresses, clients, Measured } from '../load/measure.ts'
import { formatTable, heading, short, times } from '../table.ts'
import type { Target } from '../target.ts'
import { temporaryFolder } from '../temporary-folder.ts'
import { startAdtallyPeer } from './adtally-peer.ts'
import { startClickhousePeer } from './clickhouse-peer.ts'
import { startDuckdbPeer } from './duckdb-peer.ts'
import { type Peer, type PeerKind, type PeerRows, peerKinds } from './peer.ts'
import { startPostgraphilePeer } from './postgraphile-peer.ts'

const rounds = 2
const loadSeconds = 2
const warmUpAnswers = 400
const warmUpSeconds = 4
const repeated = 32
const asksEach = 60_000
const kinds = Object.keys(peerKinds) as PeerKind[]

const starters: Readonly<Record<string, (rows: PeerRows) => Promise<Peer | Peer[]>>> = {
  Adtally: startAdtallyPeer,
  DuckDB: startDuckdbPeer,
  ClickHouse: startClickhousePeer,
  PostGraphile: startPostgraphilePeer,
}

/** What a peer did, by kind of question. */
interface PeerResult {
  readonly name: string
  readonly rowsPerSecond: number | null
  readonly kinds: Readonly<Record<PeerKind, Measured>>
}

/** The same questions to Adtally and to other databases with an interface, on the same rows. */
export async function benchPeers(wantedRows: number): Promise<Target[]> {
  const { path: folder, remove } = temporaryFolder(join(tmpdir(), 'adtally-peers-'))
  // PostgreSQL runs as another user.
  chmodSync(folder, 0o755)
  const peers: Peer[] = []
  try {
    const appCount = appsFor(wantedRows)
    const rowCount = appCount * dayCount * rowsPerAppDay
    const rows = { folder, csv: join(folder, 'figures.csv'), appCount, rowCount }
    log(`Writing ${(rowCount / 1e6).toFixed(1)} M rows of CSV.`)
    await writeFigures(rows.csv, appCount, firstDay, dayCount)
    const left = ['Umami and Matomo: no package registry has a version that can be started']
    for (const [name, start] of Object.entries(starters)) {
      log(`Loading ${name}.`)
      try {
        peers.push(...[await start(rows)].flat())
      } catch (error) {
        left.push(`${name}: ${(error as Error).message.split('\n', 1)[0]}`)
      }
    }
    const results = await askAll(peers, rows)
    print(rows, results)
    for (const reason of left) console.log(`  left out: ${reason}`)
    return targetsOf(results)
  } finally {
    for (const peer of peers) await peer.stop()
    remove()
  }
}

async function askAll(peers: readonly Peer[], rows: PeerRows): Promise<PeerResult[]> {
  const results = peers.map(({ name, loadSeconds }) => ({
    name,
    rowsPerSecond: rows.rowCount / loadSeconds,
    kinds: noAnswers(),
  }))
  const again = { name: 'Adtally, asked again', rowsPerSecond: null, kinds: noAnswers() }
  for (const kind of kinds) {
    log(`Asking for ${peerKinds[kind]}.`)
    const asks = asksOf(rows, askKinds.find(({ name }) => name === peerKinds[kind])!, asksEach)
    const turns = peers.flatMap((peer, index) =>
      peer.kinds?.includes(kind) === false
        ? []
        : [turnsOf(peer, kind, asks, results[index]!.kinds[kind])],
    )
    for (const { warmUp } of turns) await warmUp()
    for (let round = 0; round < rounds; round++) {
      for (const { ask } of round % 2 === 0 ? turns : turns.toReversed()) await ask()
      const [{ asks: own }] = peers as [Peer, ...Peer[]]
      if (!('side' in own)) continue
      const same = asks.slice(0, repeated).map((asked) => own.address(kind, asked))
      await again.kinds[kind].addAgain(own.side, same, loadSeconds)
    }
  }
  return [...results.slice(0, 1), again, ...results.slice(1)]
}

/** How a peer is asked questions that it has not been asked. */
function turnsOf(
  { asks: way }: Peer,
  kind: PeerKind,
  asks: ReturnType<typeof asksOf>,
  sum: Measured,
) {
  if ('side' in way) {
    const addresses = new Addresses(asks.map((asked) => way.address(kind, asked)))
    return {
      warmUp: () => new Measured().addOnce(way.side, addresses.take(warmUpAnswers), warmUpSeconds),
      ask: () => sum.addFirst(way.side, addresses, loadSeconds),
    }
  }
  let rest = asks
  const run = async (seconds: number) => {
    const measured = await way.run(kind, rest, seconds)
    rest = rest.slice(measured.answers)
    return measured
  }
  return {
    warmUp: () => run(1),
    async ask() {
      const { answers, seconds, processorMs } = await run(loadSeconds)
      sum.addRun(answers, seconds, processorMs)
    },
  }
}

const noAnswers = () => ({ week: new Measured(), month: new Measured(), year: new Measured() })

function print({ rowCount, appCount }: PeerRows, results: readonly PeerResult[]): void {
  const [own] = results
  const stored = `${(rowCount / 1e6).toFixed(1)} M rows of ${appCount} apps`
  console.log(heading(`peers: ${stored}, ${clients} clients, ${clientName}`))
  const titles = kinds.flatMap((kind) => [`${kind} /s`, 'CPU ms', 'Adtally first ÷ it'])
  console.log(
    formatTable(
      ['', 'M rows/s loaded', ...titles],
      results.map(({ name, rowsPerSecond, kinds: seen }) => [
        name,
        rowsPerSecond === null ? '' : short(rowsPerSecond / 1e6),
        ...kinds.flatMap((kind) => [...cellsOf(seen[kind], own!.kinds[kind])]),
      ]),
    ),
  )
  console.log(`\n  ${kinds.map((kind) => `${kind}: ${peerKinds[kind]}`).join('. ')}.`)
  console.log(
    '  CPU ms: of all processes of the server for one answer. First asks, but for "again".',
  )
}

function cellsOf(seen: Measured, own: Measured): string[] {
  if (seen.answers === 0) return ['', '', '']
  const { perSecond, processorMsEach } = seen
  return [short(perSecond), short(processorMsEach), times(own.perSecond / perSecond)]
}

function targetsOf(results: readonly PeerResult[]): Target[] {
  const goal = (kind: PeerKind, peer: RegExp, atLeast: number): Target[] => {
    const [own] = results
    const other = results.find(({ name }) => peer.test(name))
    if (!own || !other) return []
    const ratio = own.kinds[kind].perSecond / other.kinds[kind].perSecond
    return [
      {
        name: `first ask, ${peerKinds[kind]}: answers a second, compared with ${other.name}`,
        wanted: `≥ ${times(atLeast)}`,
        measured: times(ratio),
        met: ratio >= atLeast,
      },
    ]
  }
  return [
    ...goal('week', /^ClickHouse/, 3),
    ...goal('month', /^PostGraphile.*PostgreSQL$/, 5),
    ...goal('month', /no views$/, 5),
  ]
}

function log(line: string): void {
  process.stderr.write(`${line}\n`)
}
