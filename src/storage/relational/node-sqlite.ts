import { statSync } from 'node:fs'
import { DatabaseSync, type StatementSync } from 'node:sqlite'
import { pathToFileURL } from 'node:url'
import { SqliteAdapter, type SqliteDatabase, SqliteDialect } from 'kysely'

/** Preparing a statement costs as much as running it; few different ones are ever run. */
const keptStatements = 200

/** With the usual 2 MiB, records added under half a dozen indexes are written and read again and again. */
const cacheKibibytes = 32_768

/** Has a migration's changes of tables rolled back with the rest of its transaction. */
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

/** Kysely's dialect over the SQLite that Node brings, so that nothing has to be compiled. */
export function nodeSqliteDialect(path: string): SqliteDialect {
  return dialectOf(() => {
    const database = new DatabaseSync(path)
    database.exec('PRAGMA journal_mode = WAL')
    database.exec('PRAGMA busy_timeout = 5000')
    database.exec('PRAGMA foreign_keys = ON')
    database.exec(`PRAGMA cache_size = -${cacheKibibytes}`)
    return database
  })
}

/**
 * The dialect over a file that is there and stays as it is. Unless a crash left a log beside it,
 * nothing is made in its directory either.
 */
export function readOnlySqliteDialect(path: string): SqliteDialect {
  const url = pathToFileURL(path)
  const log = statSync(`${path}-wal`, { throwIfNoEntry: false })
  if (!log?.size) url.search = 'immutable=1'
  return dialectOf(() => new DatabaseSync(url, { readOnly: true }))
}

/** @param open opens the file, at the first statement */
function dialectOf(open: () => DatabaseSync): SqliteDialect {
  return new NodeSqliteDialect({ database: async () => toKysely(open()) })
}

function toKysely(database: DatabaseSync): SqliteDatabase {
  const prepared = new Map<string, StatementSync>()
  return {
    close: () => database.close(),
    prepare: (sql) => {
      const statement = prepared.get(sql) ?? database.prepare(sql)
      if (prepared.size === keptStatements) prepared.clear()
      prepared.set(sql, statement)
      type Values = Parameters<typeof statement.all>
      return {
        reader: statement.columns().length > 0,
        all: (values) => statement.all(...(values as Values)),
        run: (values) => statement.run(...(values as Values)),
        iterate: (values) => statement.iterate(...(values as Values)),
      }
    },
  }
}
