import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite'
import { parentPort, workerData } from 'node:worker_threads'

/** A task of the thread; null to close the file and end. */
export type ThreadQuestion = {
  readonly id: number
  readonly sql: string
  readonly parameters: readonly unknown[]
} | null

export type ThreadAnswer =
  | { readonly id: number; readonly rows: readonly unknown[] }
  | { readonly id: number; readonly error: string }

/** Few different statements are ever read. */
const keptStatements = 100

// The whole of a thread: answers queries on a SQLite file, one after another.
const database = new DatabaseSync(workerData.path, { readOnly: true })
database.exec('PRAGMA busy_timeout = 5000')
const prepared = new Map<string, StatementSync>()

parentPort!.on('message', (question: ThreadQuestion) => {
  if (question === null) {
    database.close()
    parentPort!.close()
    return
  }
  parentPort!.postMessage(answer(question))
})

function answer({ id, sql, parameters }: NonNullable<ThreadQuestion>): ThreadAnswer {
  try {
    const statement = prepared.get(sql) ?? database.prepare(sql)
    if (prepared.size === keptStatements) prepared.clear()
    prepared.set(sql, statement)
    return { id, rows: statement.all(...(parameters as SQLInputValue[])) }
  } catch (error) {
    return { id, error: (error as Error).message }
  }
}
