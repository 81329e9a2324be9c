import { median, quantile } from '../src/insight/spread.ts'
import { type AskKind, asksOf, pathsOf } from './asks.ts'
import type { DataSet } from './data-set.ts'
import type { Engine } from './engine.ts'
import type { Server } from './server.ts'
import { formatTable, short, times } from './table.ts'
import { type Target, target } from './target.ts'

const rounds = 4
const perRound = 10
/** First asks that warm up the code of a server. */
const warmUps = 20
const maxLoss = 1.15

/** Times of questions, asked one after another. */
class Times {
  readonly ms: number[] = []
  processorMs = 0
  bytes = 0

  /** Average processor time of one answer, in milliseconds. */
  get processorMsEach(): number {
    return this.processorMs / this.ms.length
  }

  get kilobytesEach(): number {
    return this.bytes / this.ms.length / 1_000
  }

  async add(server: Server, questions: readonly (readonly string[])[]): Promise<void> {
    const before = await server.processorMs()
    for (const paths of questions) {
      const answers = await Promise.all(paths.map((path) => server.ask(path)))
      this.ms.push(Math.max(...answers.map(({ ms }) => ms)))
      this.bytes += answers.reduce((sum, { bytes }) => sum + bytes, 0)
    }
    this.processorMs += (await server.processorMs()) - before
  }
}

/** A kind of question, on each server in turn and on the engine alone. */
export interface KindTimes {
  readonly kind: AskKind
  /** In the order of the servers. */
  readonly sides: readonly {
    readonly server: string
    /** Questions that the server was never asked. */
    readonly first: Times
    /** The same questions again. */
    readonly again: Times
  }[]
  readonly engine: Times
}

/** Times kinds of questions; the servers and the engine are asked in turn. */
export async function timeAsks(
  dataSet: DataSet,
  kinds: readonly AskKind[],
  servers: readonly Server[],
  engine: Engine,
): Promise<KindTimes[]> {
  const seen: KindTimes[] = []
  for (const kind of kinds) {
    process.stderr.write(`Asking: ${kind.name}.\n`)
    const all = asksOf(dataSet, kind, warmUps + rounds * perRound).map((one) => pathsOf(kind, one))
    const sides = servers.map(({ name }) => ({
      server: name,
      first: new Times(),
      again: new Times(),
    }))
    const ofEngine = new Times()
    for (const server of servers) await new Times().add(server, all.slice(0, warmUps))
    for (let round = 0; round < rounds; round++) {
      const questions = all.slice(warmUps + round * perRound, warmUps + (round + 1) * perRound)
      const turns = servers.map((server, place) => ({ server, side: sides[place]! }))
      for (const { server, side } of round % 2 === 0 ? turns : turns.toReversed()) {
        await side.first.add(server, questions)
        await side.again.add(server, questions)
      }
      for (const { ms, processorMs } of await engine.run(questions)) {
        ofEngine.ms.push(ms)
        ofEngine.processorMs += processorMs
      }
    }
    seen.push({ kind, sides, engine: ofEngine })
  }
  return seen
}

/** Formats what {@link timeAsks} saw. */
export function formatTimes(seen: readonly KindTimes[]): string {
  const isPaired = seen[0]!.sides.length > 1
  const rows = seen.flatMap(({ kind, sides, engine }) =>
    sides.map(({ server, first, again }) => [
      isPaired ? `${kind.name} (${server})` : kind.name,
      short(first.kilobytesEach),
      ...[median(first.ms), quantile(first.ms, 0.99), first.processorMsEach].map(short),
      ...[median(again.ms), again.processorMsEach].map(short),
      ...[median(engine.ms), engine.processorMsEach].map(short),
      times(median(first.ms) / median(engine.ms)),
      times(first.processorMsEach / engine.processorMsEach),
    ]),
  )
  return `${formatTable(
    [
      ...['', 'kB', 'first p50 ms', 'p99', 'CPU', 'again p50', 'CPU'],
      ...['engine p50', 'CPU', 'first ÷ engine p50', 'CPU'],
    ],
    rows,
  )}

  first: questions that were never asked. again: the same ones. CPU: processor ms of the server for one answer.
  engine: the same queries on the engine alone, fetching every row. Apps and days change with each question.`
}

/** With two servers, none of the kinds takes more processor time than on the first. */
export function pairedTargets(seen: readonly KindTimes[]): Target[] {
  return seen.flatMap(({ kind, sides: [other, own] }) => {
    if (!own) return []
    const ratio = own.first.processorMsEach / other!.first.processorMsEach
    return [
      target(`${kind.name}: first ask, CPU ÷ that of the other`, { atMost: maxLoss }, ratio, times),
    ]
  })
}
