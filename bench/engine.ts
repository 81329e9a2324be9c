import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { replyOf } from './checkout.ts'
import { copyDataSet, type DataSet } from './data-set.ts'

/** The queries of one kind of question on the engine alone. */
export interface EngineCost {
  /** Milliseconds of all queries of each question. */
  readonly ms: readonly number[]
  /** Processor time of all of them, in milliseconds. */
  readonly processorMs: number
}

/** The requests of each question. */
export type Questions = readonly (readonly string[])[]

/**
 * The bare engine: the queries that this checkout sends for a question, with the same parameters, over the same
 * figures. Every row is fetched but not read.
 */
export class Engine {
  readonly #process: ChildProcess
  readonly #removeData: () => void

  private constructor(child: ChildProcess, removeData: () => void) {
    this.#process = child
    this.#removeData = removeData
  }

  static async start(
    dataSet: DataSet,
    env: Readonly<Record<string, string>> = {},
  ): Promise<Engine> {
    const { path, remove } = copyDataSet(dataSet)
    const child = fork(join(import.meta.dirname, 'engine-process.ts'), [path], {
      // From memory, there would be no queries.
      env: { ...process.env, ...env, ADTALLY_ANSWER_MEMORY: '0MB' },
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    })
    await replyOf(child)
    return new Engine(child, remove)
  }

  /** Asks each question once to learn its queries, and then runs these, one after another. */
  async run(questions: Questions): Promise<EngineCost> {
    this.#process.send(questions)
    return (await replyOf(this.#process)) as EngineCost
  }

  async stop(): Promise<void> {
    const exit = once(this.#process, 'exit')
    if (this.#process.connected) this.#process.disconnect()
    await exit
    this.#removeData()
  }
}
