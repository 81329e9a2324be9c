import { createHash } from 'node:crypto'
import type { FactKind } from '../../facts/fact-kind.ts'
import { factKinds } from '../../facts/kinds.ts'
import {
  entriesTable,
  factTable,
  smallTables,
  validity,
  type WarehouseColumn,
} from '../../warehouse/tables.ts'
import { changesQuery, changesTable } from './changes-view.ts'
import type { SqlSession } from './sql-session.ts'

const kinds: readonly FactKind[] = Object.values(factKinds)

/** The table with all rows of a kind; views show the current ones, and all with their times. */
export const storedTable = ({ name }: Pick<FactKind, 'name'>): string => `adtally_${name}_rows`

/** Has the mark of the schema as its comment. */
const marked = 'adtally_schema'

/** Creates the tables and views, and the columns that a release added, unless they are there already. */
export async function createTables(session: SqlSession): Promise<void> {
  await session.run(
    'CREATE TEMPORARY TABLE IF NOT EXISTS adtally_ended (date DATE, app_id TEXT, label TEXT)',
  )
  const mark = schemaMark()
  if ((await session.commentOf(marked)) === mark) return
  for (const table of smallTables) {
    await putTable(session, table.name, table.columns)
    await comment(session, 'TABLE', table)
  }
  for (const kind of kinds) {
    await putKind(session, kind)
  }
  await session.run(`CREATE TABLE IF NOT EXISTS ${marked} (created BOOLEAN)`)
  await session.run(`COMMENT ON TABLE ${marked} IS ${quote(mark)}`)
}

/** Changes with every table, column and comment. */
const schemaMark = (): string =>
  createHash('sha256')
    .update(JSON.stringify([smallTables, kinds.map(factTable), kinds.map(changesTable), validity]))
    .digest('hex')
    .slice(0, 16)

async function putTable(
  session: SqlSession,
  name: string,
  columns: readonly WarehouseColumn[],
): Promise<void> {
  const declared = ({ name, type, isOptional }: WarehouseColumn) =>
    `${name} ${session.typeOf(type)}${isOptional ? '' : ' NOT NULL'}`
  await session.run(`CREATE TABLE IF NOT EXISTS ${name} (${columns.map(declared).join(', ')})`)
  // Rows from before a column was added do not have it.
  for (const column of columns) {
    await session.run(
      `ALTER TABLE ${name} ADD COLUMN IF NOT EXISTS ${column.name} ${session.typeOf(column.type)}`,
    )
  }
}

async function putKind(session: SqlSession, kind: FactKind): Promise<void> {
  const table = factTable(kind)
  const stored = storedTable(kind)
  await putTable(session, stored, [...table.columns, ...validity])
  const names = table.columns.map(({ name }) => name).join(', ')
  const [stated, ended] = ['valid_from', 'valid_to'].map(
    (name) => `(SELECT committed_at FROM ${entriesTable.name} AS e
      WHERE e.account = r.account AND e.entry = r.${name}_entry) AS ${name}`,
  )
  const changes = changesTable(kind)
  // The columns of a view that stays cannot change, nor can a view that others read be dropped.
  await session.run(`DROP VIEW IF EXISTS ${changes.name}`)
  await session.run(`DROP VIEW IF EXISTS ${kind.name}`)
  await session.run(
    `CREATE VIEW ${kind.name} AS SELECT ${names} FROM ${stored} WHERE valid_to_entry IS NULL`,
  )
  await comment(session, 'VIEW', table)
  await session.run(`DROP VIEW IF EXISTS ${kind.name}_history`)
  await session.run(
    `CREATE VIEW ${kind.name}_history AS SELECT ${names}, valid_from_entry, ${stated}, valid_to_entry, ${ended}
    FROM ${stored} AS r`,
  )
  await session.run(`CREATE VIEW ${changes.name} AS ${changesQuery(kind)}`)
  await comment(session, 'VIEW', changes)
}

/**
 * Finds the current rows of days; with more columns, to add rows takes twice as long. Many rows are there first: to keep
 * an index while they come takes as long as to add them. Without statistics of them, the engine reads all rows to end a few.
 */
export async function createIndex(session: SqlSession, kind: FactKind): Promise<void> {
  const stored = storedTable(kind)
  const name = `${stored}_current`
  if (!(await session.lacksIndex(name))) return
  await session.run(
    `CREATE INDEX IF NOT EXISTS ${name} ON ${stored} (account, date) WHERE valid_to_entry IS NULL`,
  )
  await session.run(`ANALYZE ${stored}`)
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
