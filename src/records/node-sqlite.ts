import { statSync } from 'node:fs'
import { DatabaseSync, type StatementSync } from 'node:sqlite'
import { pathToFileURL } from 'node:url'
import { SqliteAdapter, type SqliteDatabase, SqliteDialect } from 'kysely'
import { failureOfSqlite } from './sqlite-failure.ts'

/** Statements are cached, because preparing one costs as much as running it. */
const maxPreparedStatements = 200

/** With the default of 2 MiB, imports into tables with many indexes read and write pages repeatedly. */
const cacheKibibytes = 32_768

/** Lets a transaction roll back a migration's changes of tables. */
class TransactionalAdapter extends SqliteAdapter {
  override get supportsTransactionalDdl(): boolean {
    return true
  }
}

class NodeSqliteDialect extends SqliteDialect {
  override createAdapter(): SqliteAdapter {
    return new TransactionalAdapter()
  }
}

/**
 * Kysely's dialect over Node's own SQLite, which needs no compilation.
 *
 * @param afterEach runs after each statement
 */
export function nodeSqliteDialect(
  path: string,
  afterEach: () => void = () => undefined,
): SqliteDialect {
  const open = () => {
    const database = new DatabaseSync(path)
    database.exec('PRAGMA journal_mode = WAL')
    database.exec('PRAGMA busy_timeout = 5000')
    database.exec('PRAGMA foreign_keys = ON')
    // Finds more kinds of damage when a page is read.
    database.exec('PRAGMA cell_size_check = ON')
    database.exec(`PRAGMA cache_size = -${cacheKibibytes}`)
    return database
  }
  return dialectOf(path, open, afterEach)
}

/**
 * The dialect over a file that is only read. Nothing is created in its directory, unless a crash left a
 * write-ahead log.
 */
export function readOnlySqliteDialect(path: string): SqliteDialect {
  const url = pathToFileURL(path)
  const log = statSync(`${path}-wal`, { throwIfNoEntry: false })
  if (!log?.size) url.search = 'immutable=1'
  return dialectOf(
    path,
    () => new DatabaseSync(url, { readOnly: true }),
    () => undefined,
  )
}

/** @param open opens the file, at the first statement */
function dialectOf(path: string, open: () => DatabaseSync, afterEach: () => void): SqliteDialect {
  return new NodeSqliteDialect({ database: async () => toKysely(path, open(), afterEach) })
}

function toKysely(path: string, database: DatabaseSync, afterEach: () => void): SqliteDatabase {
  const prepared = new Map<string, StatementSync>()
  const run = <Result>(work: () => Result): Result => {
    try {
      return work()
    } catch (error) {
      throw failureOfSqlite(path, error as Error)
    } finally {
      afterEach()
    }
  }
  return {
    close: () => database.close(),
    prepare: (sql) => {
      const statement = prepared.get(sql) ?? database.prepare(sql)
      if (prepared.size === maxPreparedStatements) prepared.clear()
      prepared.set(sql, statement)
      type Values = Parameters<typeof statement.all>
      return {
        reader: statement.columns().length > 0,
        all: (values) => run(() => statement.all(...(values as Values))),
        run: (values) => run(() => statement.run(...(values as Values))),
        iterate: (values) => statement.iterate(...(values as Values)),
      }
    },
  }
}
