import { DatabaseSync, StatementSync } from 'node:sqlite'
import { DuckDBConnection } from '@duckdb/node-api'
import pg from 'pg'
import { ClickhouseConnection } from '../../../src/storage/clickhouse/connection.ts'
import type { Failpoint } from './operations.ts'

type Method = (...given: unknown[]) => unknown

/** The methods with which writers run statements; reports are read in other ways. */
const places: readonly [object, readonly string[]][] = [
  [DuckDBConnection.prototype, ['run', 'runAndReadAll', 'createAppender']],
  [StatementSync.prototype, ['run']],
  [DatabaseSync.prototype, ['exec']],
  [pg.Client.prototype, ['query']],
  [ClickhouseConnection.prototype, ['insertParquet', 'commandEverywhere']],
]

/** Kills this process, as `kill -9` does, at a later statement. */
export function dieAtStatement({ statement, onlyCommits, when }: Failpoint): void {
  let count = 0
  for (const [prototype, names] of places) {
    const methods = prototype as Record<string, Method>
    for (const name of names) {
      const original = methods[name]!
      methods[name] = function (this: unknown, ...given) {
        if (!onlyCommits || isCommit(this, given)) count++
        else return original.apply(this, given)
        const isLast = count === statement
        if (isLast && when === 'before') die()
        const result = original.apply(this, given)
        if (!isLast) return result
        if (!(result instanceof Promise)) die()
        return (result as Promise<unknown>).finally(die)
      }
    }
  }
}

function isCommit(target: unknown, [first]: readonly unknown[]): boolean {
  const sql =
    target instanceof StatementSync
      ? target.sourceSQL
      : ((first as { text?: string })?.text ?? first)
  return /^\s*commit\b/i.test(String(sql))
}

function die(): never {
  process.kill(process.pid, 'SIGKILL')
  throw new Error('killed')
}
