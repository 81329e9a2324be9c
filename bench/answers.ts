import { type Costs, costTargets, printCosts } from './answer-costs.ts'
import { type AskedService, startAsked } from './asked-service.ts'
import { type AskKind, addressOf, askKinds, asksOf } from './asks.ts'
import type { DataSet } from './data-set.ts'
import { keyOf } from './figures-shape.ts'
import { askEveryMonth, quiet } from './fill-memory.ts'
import { type BareHttp, startBareHttp } from './load/bare-http.ts'
import type { Address } from './load/load-types.ts'
import { Addresses, Measured, type Side } from './load/measure.ts'
import type { ServiceMemory } from './service.ts'
import type { Target } from './target.ts'

const rounds = 2
const loadSeconds = 2
const otherSeconds = 1
/** Answers that warm up a server's code. */
const warmUpAnswers = 400
const warmUpSeconds = 4
/** Different requests that are asked again and again. */
const repeated = 32
const engineQuestions = 24
const engineLanes = 4

interface Servers {
  readonly without: AskedService
  readonly warm: AskedService
  readonly http: BareHttp
}

/** First asks and repeated ones by kind of request: answers a second and processor time. */
export async function benchAnswers(dataSet: DataSet): Promise<Target[]> {
  const cold = new Map<AskKind, Measured>()
  for (const kind of askKinds) cold.set(kind, await askOnce(dataSet, kind))
  const without = await startAsked(dataSet, '0MB')
  const warm = await startAsked(dataSet, null)
  const servers = { without, warm, http: await startBareHttp() }
  const costs: Costs[] = []
  let memory: ServiceMemory
  try {
    await askEveryMonth(warm, dataSet)
    memory = await warm.service.memory()
    for (const kind of askKinds) {
      costs.push({ ...(await measure(dataSet, kind, servers)), cold: cold.get(kind)! })
    }
  } finally {
    for (const server of Object.values(servers)) await server.stop()
  }
  printCosts(dataSet, costs, memory)
  return costs.flatMap(costTargets)
}

/** Asks a service that has just started about each app once, after a few that warm up its code. */
async function askOnce(dataSet: DataSet, kind: AskKind): Promise<Measured> {
  const cold = new Measured()
  if (kind.apps === 'all') return cold
  const asked = await startAsked(dataSet, null)
  try {
    await quiet(asked)
    // Not the recent days, which a service may load by itself.
    const span = kind.spans[Math.floor(kind.spans.length / 6)]!
    const apps = Array.from({ length: dataSet.appCount }, (_, app) =>
      addressOf(kind, { app, span }),
    )
    const first = Math.floor(apps.length / 4)
    const side = asked.side(kind)
    await new Measured().addOnce(side, apps.slice(0, first), warmUpSeconds)
    await cold.addOnce(side, apps.slice(first), 2 * loadSeconds)
    return cold
  } finally {
    await asked.stop()
  }
}

async function measure(dataSet: DataSet, kind: AskKind, servers: Servers) {
  const all = asksOf(dataSet, kind, 60_000).map((asked) => addressOf(kind, asked))
  const { without, warm, http } = servers
  const [withoutSide, warmSide] = [without.side(kind), warm.side(kind)]
  const first = [withoutSide, warmSide].map((side) => {
    return { side, addresses: new Addresses(all), measured: new Measured() }
  })
  for (const { side, addresses } of first) {
    await new Measured().addOnce(side, addresses.take(warmUpAnswers), warmUpSeconds)
  }
  const same = all.slice(0, repeated)
  await new Measured().addOnce(warmSide, same, warmUpSeconds)
  const bytes = await bytesOf(warmSide, same[0]!)
  const [again, bare, engine] = [new Measured(), new Measured(), new Measured()]
  for (let round = 0; round < rounds; round++) {
    for (const { side, addresses, measured } of round % 2 === 0 ? first : first.toReversed()) {
      await measured.addFirst(side, addresses, loadSeconds)
    }
    await again.addAgain(warmSide, same, loadSeconds)
    await bare.addAgain(http, [http.address(bytes)], otherSeconds)
    if (kind.credential !== 'session') await addEngine(engine, without, same)
  }
  return {
    ...{ kind, bytes, again, engine, http: bare },
    ...{ without: first[0]!.measured, warm: first[1]!.measured },
  }
}

async function addEngine(
  engine: Measured,
  { service }: AskedService,
  asked: readonly Address[],
): Promise<void> {
  const questions = asked.slice(0, engineQuestions).map(({ path }) => ({ path, key: keyOf(0) }))
  await service.learn(questions)
  const before = await service.processorMs()
  const { queryMs, totalMs } = await service.engine(questions, engineLanes, otherSeconds * 1_000)
  engine.addRun(queryMs.length, totalMs / 1_000, (await service.processorMs()) - before)
}

async function bytesOf({ baseUrl, headers }: Side, { path }: Address): Promise<number> {
  const response = await fetch(baseUrl + path, { headers })
  return (await response.arrayBuffer()).byteLength
}
