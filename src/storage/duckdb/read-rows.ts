import type { CompiledQuery } from '../sql/parameter-list.ts'
import { bindParameters } from './bind-parameters.ts'
import type { DuckdbDatabase } from './database.ts'

/**
 * Runs a query with a small result.
 *
 * @returns each row as a list of values: 64-bit numbers as `bigint`, lists as arrays
 */
export function readRows(
  database: DuckdbDatabase,
  { text, parameters }: CompiledQuery,
): Promise<unknown[][]> {
  return database.withSharedConnection(async (connection) => {
    const statement = await connection.prepare(text)
    try {
      bindParameters(statement, parameters)
      return (await statement.runAndReadAll()).getRowsJS()
    } finally {
      statement.destroySync()
    }
  })
}
