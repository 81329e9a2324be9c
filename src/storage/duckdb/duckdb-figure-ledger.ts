import { SqlFigureLedger } from '../sql/sql-figure-ledger.ts'
import type { DuckdbDatabase } from './database.ts'
import { duckdbDialect } from './duckdb-dialect.ts'
import { DuckdbLedgerEntries } from './duckdb-ledger-entries.ts'
import { readRows } from './read-rows.ts'

/** Reads the history of the figures from a DuckDB file. */
export class DuckdbFigureLedger extends SqlFigureLedger {
  constructor(database: DuckdbDatabase) {
    super({
      entries: new DuckdbLedgerEntries(database),
      dialect: async () => duckdbDialect(database.labels, (epochMs) => database.entryAt(epochMs)),
      identity: async () => database.identity,
      generation: async () => database.pairing.generation,
      rows: (query) => readRows(database, query),
    })
  }
}
