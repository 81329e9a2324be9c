import { Child } from './child.ts'
import type { Cost } from './cost.ts'
import { copyDataSet, type DataSet } from './data-set.ts'

/** The requests of each question. */
export type Questions = readonly (readonly string[])[]

/**
 * The bare engine: the queries that this checkout sends for a question, with the same parameters, over the same
 * figures. Every row is fetched but not read.
 */
export interface Engine extends AsyncDisposable {
  /**
   * Asks each question once to learn its queries, and then runs these, one after another.
   *
   * @returns the cost of all queries of each question
   */
  run(questions: Questions): Promise<Cost[]>
}

export async function startEngine(
  dataSet: DataSet,
  env: Readonly<Record<string, string>> = {},
): Promise<Engine> {
  await using starting = new AsyncDisposableStack()
  const { path } = starting.use(copyDataSet(dataSet))
  // From memory, there would be no queries.
  const withoutMemory = { ...env, ADTALLY_ANSWER_MEMORY: '0MB' }
  const child = starting.use(await Child.start('engine-process.ts', [path], withoutMemory))
  const started = starting.move()
  return {
    run: (questions) => child.ask(questions) as Promise<Cost[]>,
    [Symbol.asyncDispose]: () => started.disposeAsync(),
  }
}
