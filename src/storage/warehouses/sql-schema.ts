import type { FactKind } from '../../facts/fact-kind.ts'
import { factKinds } from '../../facts/kinds.ts'
import {
  entriesTable,
  factTable,
  sliceColumn,
  smallTables,
  validity,
  type WarehouseColumn,
} from '../../warehouse/tables.ts'
import type { SqlSession } from './sql-session.ts'

const kinds: readonly FactKind[] = Object.values(factKinds)

/** The table with all rows of a kind; views show the current ones, and all with their times. */
export const storedTable = ({ name }: Pick<FactKind, 'name'>): string => `adtally_${name}_rows`

/** Creates the tables and views that are missing, and columns that a release added. */
export async function createTables(session: SqlSession): Promise<void> {
  const declared = ({ name, type, isOptional }: WarehouseColumn) =>
    `${name} ${session.typeOf(type)}${isOptional ? '' : ' NOT NULL'}`
  const put = (name: string, columns: readonly WarehouseColumn[]) =>
    session.run(`CREATE TABLE IF NOT EXISTS ${name} (${columns.map(declared).join(', ')})`)
  for (const table of smallTables) {
    await put(table.name, table.columns)
    await comment(session, 'TABLE', table)
  }
  for (const kind of kinds) {
    const table = factTable(kind)
    await put(storedTable(kind), [...table.columns, ...validity])
    const names = table.columns.map(({ name }) => name).join(', ')
    await session.run(
      `CREATE OR REPLACE VIEW ${kind.name} AS SELECT ${names} FROM ${storedTable(kind)} WHERE valid_to_entry IS NULL`,
    )
    await comment(session, 'VIEW', table)
    const [stated, ended] = ['valid_from', 'valid_to'].map(
      (name) => `(SELECT committed_at FROM ${entriesTable.name} AS e
        WHERE e.account = r.account AND e.entry = r.${name}_entry) AS ${name}`,
    )
    await session.run(
      `CREATE OR REPLACE VIEW ${kind.name}_history AS SELECT ${names}, valid_from_entry, ${stated}, valid_to_entry, ${ended}
      FROM ${storedTable(kind)} AS r`,
    )
  }
  await session.run(
    `CREATE TEMPORARY TABLE IF NOT EXISTS adtally_ended (date DATE, app_id TEXT, label TEXT)`,
  )
}

/** Finds the current rows of slices. Rows are there first: to keep an index while they come takes longer. */
export async function createIndexes(session: SqlSession): Promise<void> {
  if (!session.hasIndexes) return
  for (const kind of kinds) {
    const stored = storedTable(kind)
    await session.run(
      `CREATE INDEX IF NOT EXISTS ${stored}_current ON ${stored} (account, date, app_id, ${sliceColumn(kind)}) WHERE valid_to_entry IS NULL`,
    )
  }
}

async function comment(
  session: SqlSession,
  what: 'TABLE' | 'VIEW',
  { name, comment: about, columns }: ReturnType<typeof factTable>,
): Promise<void> {
  await session.run(`COMMENT ON ${what} ${name} IS ${quote(about)}`)
  for (const column of columns) {
    await session.run(`COMMENT ON COLUMN ${name}.${column.name} IS ${quote(column.comment)}`)
  }
}

const quote = (text: string): string => `'${text.replaceAll("'", "''")}'`
