import { AsyncLocalStorage } from 'node:async_hooks'
import { createHash } from 'node:crypto'
import type { InjectOptions } from 'fastify'
import pLimit from 'p-limit'
import { afterAll, beforeAll, expect } from 'vitest'
import type { Installation } from '../../src/compose/installation.ts'
import { MemoryBudget } from '../../src/limits/memory-budget.ts'
import type { ReportStore } from '../../src/reporting/report-store.ts'
import { isOfMemory, MemoryReportStore } from '../../src/storage/memory/memory-report-store.ts'
import { checkArrived } from '../fixtures/answer-checker.ts'
import { watchQueries } from '../fixtures/engine-queries.ts'
import {
  type Headers,
  type Query,
  type Response,
  serveReports,
  type TestServer,
  withQuery,
} from '../fixtures/report-server.ts'

/** The bytes that servers may keep: figures and bodies share one budget, except where bodies are not kept. */
const kinds = {
  off: { bytes: 0 },
  on: { bytes: 64_000_000 },
  /** Otherwise, bodies answer what is asked again, and figures in memory do not. */
  figures: { bytes: 64_000_000, bodyBytes: 0 },
  /** So little that everything is thrown out soon. */
  tiny: { bytes: 32_000 },
  tinyFigures: { bytes: 32_000, bodyBytes: 0 },
} as const

type Kind = keyof typeof kinds

const kindNames = Object.keys(kinds) as Kind[]

/** Of so many questions, one is asked of all servers, and the others of one server each. */
const askedOnce = Number(process.env.ADTALLY_PROPERTY_ASKED || (process.env.CI ? 5 : 97))
/** The first question has slices read, which tell the apps; two more miss their blocks before these are read. */
const turns = 4
/** A body is kept at the first turn. */
const turnsOfBodies = 2
/** Figures that two questions missed are read for the third one. */
const turnsBefore = 2
/** Fewer questions may all be about what memory does not have, such as comparisons. */
const enoughQuestions = 100
/** Questions that are repeated while something else happens. */
const maxRecent = process.env.CI ? 3 : 1
const maxTurnsMeanwhile = process.env.CI ? 6 : 2

/** Servers of one installation that keep different amounts in memory. */
export class MemoryServers {
  readonly #servers: readonly WatchedServer[]
  readonly #bodies = new Map<string, string>()
  /** Engines on busy machines refuse more questions at the same time. */
  readonly #places = pLimit(10)
  #recent: InjectOptions[] = []
  #asked = 0
  #everywhere = 0

  constructor(installation: Installation) {
    this.#servers = kindNames.map((kind) => new WatchedServer(kind, installation))
  }

  /** Asks a question, which has one answer whichever server it is and however often it is asked. */
  readonly get: TestServer['get'] = (path, query: Query = {}, headers: Headers = {}) =>
    this.ask({ method: 'GET', url: withQuery(path, query), headers: { ...headers } })

  async ask(question: InjectOptions): Promise<Response> {
    const nth = this.#asked++
    if (nth % askedOnce !== 0) {
      return (await this.#answer(this.#servers[this.#turnOf(nth)]!, question)).answer
    }
    this.#recent = [question, ...this.#recent].slice(0, maxRecent)
    return this.#askAll(question)
  }

  /**
   * Does something that may change figures, while memory is read and answers are made. Answers with one
   * entity tag have one body, whatever happens.
   */
  async during<Result>(work: () => Promise<Result>): Promise<Result> {
    const recent = this.#recent
    const askRecent = () =>
      Promise.all(this.#servers.flatMap((server) => recent.map((one) => this.#answer(server, one))))
    // The second question that misses figures has them read, so they are read when the work begins.
    for (let turn = 0; turn < turnsBefore && recent.length > 0; turn++) await askRecent()
    let isDone = false
    const result = work().finally(() => {
      isDone = true
    })
    const asking = (async () => {
      for (let turn = 0; turn < maxTurnsMeanwhile && !isDone && recent.length > 0; turn++)
        await askRecent()
    })()
    await Promise.allSettled([result, asking])
    await asking
    const done = await result
    for (const question of recent) await this.#askAll(question)
    return done
  }

  /** Expects that figures in memory gave answers, and bodies too where they are kept. */
  expectMemoryAnswered({ bodies }: { readonly bodies: boolean }): void {
    if (this.#everywhere < enoughQuestions) return
    const counts = Object.fromEntries(
      this.#servers.map(({ kind, withoutEngine }) => [kind, withoutEngine]),
    ) as Record<Kind, number>
    for (const kind of ['figures', 'on', 'tinyFigures', 'tiny'] as const) {
      expect(counts[kind], JSON.stringify(counts)).toBeGreaterThan(0)
    }
    if (bodies) expect(counts.on, JSON.stringify(counts)).toBeGreaterThan(counts.figures)
  }

  async close(): Promise<void> {
    for (const server of this.#servers) await server.close()
  }

  /** Formats often come in turns of as many as there are servers. */
  #turnOf(nth: number): number {
    const { length } = this.#servers
    return (nth + Math.floor(nth / length)) % length
  }

  async #askAll(question: InjectOptions): Promise<Response> {
    this.#everywhere++
    const [off, ...others] = this.#servers
    const asked = await this.#answer(off!, question)
    // A question that figures in memory cannot answer is the engine's, whatever is in memory.
    const compared = asked.isOfMemory ? others : others.filter(({ keepsBodies }) => keepsBodies)
    await Promise.all(compared.map((server) => this.#compare(server, question, asked)))
    return asked.answer
  }

  /** Asks a server until what it keeps has answered. */
  async #compare(server: WatchedServer, question: InjectOptions, expected: Asked): Promise<void> {
    const about = JSON.stringify(question)
    const maxTurns = expected.isOfMemory ? turns : turnsOfBodies
    for (let turn = 0; turn < maxTurns; turn++) {
      const { answer, queries } = await this.#answer(server, question)
      expect(seen(answer), `${server.kind} ${turn} ${about}`).toEqual(seen(expected.answer))
      const isKept = queries === 0
      if (isKept && expected.queries > 0 && !isFile(answer)) server.withoutEngine++
      await server.idle()
      if (isKept && (turn > 0 || !server.keepsBodies)) return
    }
  }

  async #answer(server: WatchedServer, question: InjectOptions): Promise<Asked> {
    const asked = await this.#places(() => server.ask(question))
    const { answer } = asked
    const { etag } = answer.headers
    if (answer.statusCode === 200 && etag) {
      const key = JSON.stringify([question, etag])
      const body = createHash('sha1').update(answer.rawPayload).digest('base64')
      expect(body, `${server.kind} ${key}`).toBe(this.#bodies.get(key) ?? body)
      if (this.#bodies.size >= 20_000) this.#bodies.clear()
      this.#bodies.set(key, body)
    }
    return asked
  }
}

interface Asked {
  readonly answer: Response
  /** The number of its questions to the engine. */
  readonly queries: number
  /** Whether memory could have answered one of these. */
  readonly isOfMemory: boolean
}

/** Parquet files are kept on disk, whatever may be kept in memory. */
const isFile = ({ headers }: Response) => String(headers['content-type']).includes('parquet')

/** All that a client sees of an answer, but what is of the request. */
const seen = ({ statusCode, headers, rawPayload }: Response) => ({
  statusCode,
  headers: Object.fromEntries(
    Object.entries(headers).filter(([name]) => !ofRequest.includes(name)),
  ),
  body: rawPayload.toString('latin1'),
})

// A long answer that is kept has a length, and one that is streamed has none. Bodies are compared whole.
const ofRequest = ['date', 'x-request-id', 'content-length', 'transfer-encoding']

/** A server, and what it asks of the engine. */
class WatchedServer {
  readonly kind: Kind
  readonly keepsBodies: boolean
  /** Answers that a server without memory asks the engine for, and this one did not. */
  withoutEngine = 0
  readonly #asking = new AsyncLocalStorage<{ queries: number; isOfMemory: boolean }>()
  readonly #figures: MemoryReportStore
  readonly #memory: MemoryBudget
  readonly #server: TestServer

  constructor(kind: Kind, installation: Installation) {
    this.kind = kind
    const { bytes, bodyBytes = bytes }: { bytes: number; bodyBytes?: number } = kinds[kind]
    this.keepsBodies = bodyBytes > 0
    this.#memory = new MemoryBudget(bytes)
    this.#figures = new MemoryReportStore(this.#watch(installation.figures), this.#memory)
    this.#server = serveReports({
      ...installation,
      figures: this.#figures,
      figureMemory: this.#figures,
      ledgerMemory: new MemoryBudget(bytes),
      answerMemory: bodyBytes === bytes ? this.#memory : new MemoryBudget(bodyBytes),
    })
  }

  async ask(question: InjectOptions): Promise<Asked> {
    const asked = { queries: 0, isOfMemory: false }
    const answer = await this.#asking.run(asked, async () => {
      // It is sent when it is awaited.
      return await this.#server.app.inject({ ...question })
    })
    const { queries, isOfMemory } = asked
    checkArrived(answer)
    expect(this.#memory.bytes).toBeLessThanOrEqual(this.#memory.maxBytes)
    return { answer, queries, isOfMemory }
  }

  idle(): Promise<void> {
    return this.#figures.idle()
  }

  async close(): Promise<void> {
    await this.#server.close()
    await this.#figures.close()
  }

  #watch(engine: ReportStore): ReportStore {
    return watchQueries(engine, (_signal, plans) => {
      const asked = this.#asking.getStore()
      if (!asked) return
      asked.queries++
      asked.isOfMemory ||= plans.some(isOfMemory)
    })
  }
}

/** The servers of an installation that the tests of a file share. */
export function shareServers(installation: () => Installation): () => MemoryServers {
  let servers: MemoryServers
  beforeAll(() => {
    servers = new MemoryServers(installation())
  })
  afterAll(() => servers.close())
  return () => servers
}
