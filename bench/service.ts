import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { Agent, get, type IncomingMessage } from 'node:http'
import { join } from 'node:path'
import type { ReportPlan } from '../src/reporting/report-plan.ts'
import type { EngineRun } from './bare-engine.ts'
import { replyOf } from './child-reply.ts'
import type { DataSet } from './data-set.ts'
import type { ProcessUsage } from './process-watch.ts'
import type { Question } from './questions.ts'

/** A statement for ClickHouse, as the service sends it. */
export interface Statement {
  readonly query: string
  readonly parameters: Readonly<Record<string, number | string>>
}

/** Messages to the service's process, beside its HTTP interface. */
export type Ask =
  | {
      readonly what: 'engine'
      readonly plans: readonly ReportPlan[]
      readonly laneCount: number
      readonly forMs: number
    }
  | { readonly what: 'plan' | 'statements' | 'processor' | 'memory' | 'watch' | 'look' | 'stop' }

/** Memory of the service's process. */
export interface ServiceMemory {
  /** What is kept to answer from. */
  readonly keptBytes: number
  readonly boundBytes: number
  readonly rssBytes: number
}

/** Its replies. */
export interface Answers {
  readonly engine: EngineRun
  /** The plan of the last answered request. */
  readonly plan: ReportPlan
  /** The statements sent to ClickHouse since the last such message. */
  readonly statements: readonly Statement[]
  /** Processor time of the process so far, in milliseconds. */
  readonly processor: number
  readonly memory: ServiceMemory
  readonly watch: null
  readonly look: ProcessUsage & { readonly busyConnections: number }
  readonly stop: null
}

/**
 * The service over a data set, in its own process. The environment variable `BENCH_SERVICE_FLAGS`
 * sets Node flags for it, such as `--cpu-prof`.
 */
export class Service {
  readonly baseUrl: string
  readonly #process: ChildProcess
  readonly #plans = new Map<string, ReportPlan>()
  readonly #agent = new Agent({ keepAlive: true })

  private constructor(child: ChildProcess, baseUrl: string) {
    this.#process = child
    this.baseUrl = baseUrl
  }

  /** @param folder the bench folder of the checkout to run */
  static async start(
    { directory }: Pick<DataSet, 'directory'>,
    folder = import.meta.dirname,
    env: Readonly<Record<string, string>> = {},
  ): Promise<Service> {
    const execArgv = process.env.BENCH_SERVICE_FLAGS?.split(' ') ?? []
    const program = join(folder, 'service-process.ts')
    // Its log is discarded: it mentions each client that disconnects.
    const stdio = ['ignore', 'ignore', 'inherit', 'ipc'] as const
    const child = fork(program, [directory.root], {
      execArgv,
      stdio: [...stdio],
      env: { ...process.env, ...env },
    })
    return new Service(child, (await replyOf(child)) as string)
  }

  /** Sends a question; the caller reads the answer's body. */
  open({ path, key }: Question, headers: Record<string, string> = {}): Promise<IncomingMessage> {
    return new Promise((resolve, reject) => {
      const options = {
        agent: this.#agent,
        headers: { authorization: `Bearer ${key}`, ...headers },
      }
      get(this.baseUrl + path, options, (response) => {
        if (response.statusCode === 200) resolve(response)
        else reject(new Error(`${path} was answered ${response.statusCode}`))
      }).on('error', reject)
    })
  }

  /** Reads an answer to its end. @returns its bytes, and the milliseconds to the first and the last */
  async time(
    question: Question,
    headers?: Record<string, string>,
  ): Promise<{ firstMs: number; ms: number; bytes: number }> {
    const started = performance.now()
    const response = await this.open(question, headers)
    let bytes = 0
    let firstMs = 0
    response.on('data', (chunk: Buffer) => {
      firstMs ||= performance.now() - started
      bytes += chunk.length
    })
    await once(response, 'end')
    return { firstMs, ms: performance.now() - started, bytes }
  }

  /** The plans that the service makes for questions, found by asking each of them once. */
  async learn(questions: readonly Question[]): Promise<ReportPlan[]> {
    const plans: ReportPlan[] = []
    for (const question of questions) {
      let plan = this.#plans.get(question.path)
      if (!plan) {
        await this.time(question)
        plan = (await this.#ask({ what: 'plan' })) as ReportPlan
        this.#plans.set(question.path, plan)
      }
      plans.push(plan)
    }
    return plans
  }

  /** The statements that a question sends to ClickHouse, found by asking it once. */
  async statementsOf(question: Question): Promise<readonly Statement[]> {
    await this.#ask({ what: 'statements' })
    await this.time(question)
    return (await this.#ask({ what: 'statements' })) as readonly Statement[]
  }

  /** Runs questions on the bare engine; see `BareEngine.run`. */
  async engine(questions: readonly Question[], laneCount = 1, forMs = 0): Promise<EngineRun> {
    const plans = await this.learn(questions)
    return this.#ask({ what: 'engine', plans, laneCount, forMs }) as Promise<EngineRun>
  }

  /** Processor time of the service's process so far, in milliseconds. */
  processorMs(): Promise<number> {
    return this.#ask({ what: 'processor' }) as Promise<number>
  }

  /** What the service's process has in memory. */
  memory(): Promise<ServiceMemory> {
    return this.#ask({ what: 'memory' }) as Promise<ServiceMemory>
  }

  /** Starts watching the service's process. */
  async watch(): Promise<void> {
    await this.#ask({ what: 'watch' })
  }

  /** What the process used since {@link watch}. */
  look(): Promise<Answers['look']> {
    return this.#ask({ what: 'look' }) as Promise<Answers['look']>
  }

  async stop(): Promise<void> {
    this.#agent.destroy()
    const exit = once(this.#process, 'exit')
    await this.#ask({ what: 'stop' })
    await exit
  }

  #ask(ask: Ask): Promise<unknown> {
    this.#process.send(ask)
    return replyOf(this.#process)
  }
}
