import { expect, test } from 'vitest'
import { rowsOf } from '../../src/staging/scratch-tables.ts'
import { DuckdbDatabase } from '../../src/storage/duckdb/database.ts'
import { storedTables } from '../../src/storage/duckdb/stored-tables.ts'

test('rows are appended with the columns that their tables have, in their order', async () => {
  const database = await DuckdbDatabase.open({ path: ':memory:', threads: 1 })
  try {
    const found = await database.withConnection((connection) =>
      rowsOf(
        connection,
        `SELECT table_name, column_name, data_type FROM duckdb_columns()
        WHERE NOT internal ORDER BY table_name, column_index`,
      ),
    )
    for (const [table, columns] of Object.entries(storedTables)) {
      const expected = Object.entries(columns).map(([name, type]) => `${name} ${type}`)
      const ofTable = found.filter(([name]) => name === table)
      expect(ofTable.map(([, name, type]) => `${name} ${type}`)).toEqual(expected)
    }
  } finally {
    await database.close()
  }
})
