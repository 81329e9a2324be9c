import { createHash } from 'node:crypto'
import type { FactKind } from '../../../facts/fact-kind.ts'
import {
  entriesTable,
  factTable,
  sliceColumn,
  stateTable,
  validity,
  type WarehouseColumn,
  type WarehouseTable,
} from '../../../warehouse/tables.ts'
import { WarehouseError } from '../../../warehouse/warehouse.ts'
import { changesQuery, changesTable } from '../changes-view.ts'
import {
  currentRows,
  endedVersions,
  isCurrent,
  kinds,
  partKeys,
  partRows,
  pastRows,
  version,
  visibleSteps,
} from './clickhouse-names.ts'
import { type ClickhouseSession, notClickhouse, quote } from './clickhouse-session.ts'
import { clickhouseType, plainType } from './native-rows.ts'

const column = (name: string, kind: 'integer' | 'time', comment: string, isOptional = false) => ({
  name,
  type: { kind },
  isOptional,
  comment,
})
export const stepColumn = column('step', 'integer', 'The step that added the row.')
const [validFromEntry, validToEntry] = validity as [WarehouseColumn, WarehouseColumn]
const validFrom = column('valid_from', 'time', 'When that entry was committed.', true)
const validTo = column('valid_to', 'time', 'When that entry was committed.', true)

/** Has the mark of the schema as its comment. */
const marked = 'adtally_schema'

/** Creates the tables and views, and the columns that a release added, unless they are there already. */
export async function createClickhouseTables(session: ClickhouseSession): Promise<void> {
  const mark = schemaMark()
  if ((await markOf(session)) === mark) return
  for (const statement of [...stateStatements(), ...[...partKeys].flatMap(partStatements)]) {
    await session.run(statement)
  }
  for (const statement of kinds.flatMap(kindStatements)) await session.run(statement)
  await session.run(
    `CREATE TABLE IF NOT EXISTS ${marked} (created Bool) ENGINE = MergeTree ORDER BY created`,
  )
  await session.run(`ALTER TABLE ${marked} MODIFY COMMENT '${mark}'`)
  // Other servers may answer that all is well.
  if ((await markOf(session)) !== mark) throw new WarehouseError(notClickhouse)
}

async function markOf(session: ClickhouseSession): Promise<unknown> {
  const [found] = await session.rows(
    `SELECT comment FROM system.tables WHERE database = currentDatabase() AND name = '${marked}'`,
  )
  return found?.[0]
}

/** Changes with every table, column and comment. */
const schemaMark = (): string =>
  createHash('sha256')
    .update(
      JSON.stringify([
        [...partKeys],
        stateTable,
        kinds.map(factTable),
        kinds.map(changesTable),
        validity,
      ]),
    )
    .digest('hex')
    .slice(0, 16)

const stateStatements = (): string[] => [
  `CREATE TABLE IF NOT EXISTS adtally_steps (${list(stateTable.columns)}, step Int64, steps Array(Int64))
    ENGINE = ReplacingMergeTree(step) ORDER BY account
    COMMENT 'States of copies, and the steps that each consists of. The last one of an account is valid.'`,
  `CREATE OR REPLACE VIEW adtally_visible AS SELECT account, arrayJoin(steps) AS step
    FROM (SELECT account, argMax(steps, step) AS steps FROM adtally_steps GROUP BY account)`,
  view(
    stateTable,
    `SELECT ${names(stateTable.columns)} FROM adtally_steps ORDER BY step DESC LIMIT 1 BY account`,
  ),
  `CREATE TABLE IF NOT EXISTS adtally_ends (account LowCardinality(String), table_name LowCardinality(String),
      date Date, app_id LowCardinality(String), label LowCardinality(String), of_step Int64, step Int64)
    ENGINE = MergeTree ORDER BY (account, table_name, date, app_id, label)
    COMMENT 'Slices that a step ended, until their rows are removed. The rows are of of_step; 0 for any.'`,
]

/** The rows of a part are an array, so a part without rows replaces one that has some. */
function partStatements([table, keys]: [WarehouseTable, readonly string[]]): string[] {
  const isKey = ({ name }: WarehouseColumn) => name === 'account' || keys.includes(name)
  const ofParts = table.columns.filter(isKey)
  const ofRows = table.columns.filter((column) => !isKey(column))
  const types = ofRows.map(
    ({ name, type, isOptional }) =>
      `${name} ${isOptional ? `Nullable(${plainType(type)})` : plainType(type)}`,
  )
  const key = names(ofParts)
  const cells = ofRows.map(({ name }) => `each.${name} AS ${name}`).join(', ')
  return [
    `CREATE TABLE IF NOT EXISTS ${partRows(table)} (${list(ofParts)}, rows Array(Tuple(${types.join(', ')})), step Int64)
      ENGINE = MergeTree ORDER BY (${key}) COMMENT ${quote(`Read ${table.name} instead.`)}`,
    `ALTER TABLE ${partRows(table)} MODIFY COLUMN rows Array(Tuple(${types.join(', ')}))`,
    view(
      table,
      `SELECT ${key}, ${cells} FROM (SELECT ${key}, argMax(rows, step) AS rows FROM ${partRows(table)}
        WHERE step IN ${visibleSteps} GROUP BY ${key}) ARRAY JOIN rows AS each`,
    ),
  ]
}

function kindStatements(kind: FactKind): string[] {
  const table = factTable(kind)
  const stored = (name: string, columns: readonly WarehouseColumn[]) => [
    `CREATE TABLE IF NOT EXISTS ${name} (${list(columns)})
      ENGINE = MergeTree PARTITION BY toYear(date) ORDER BY (account, date, app_id, ${sliceColumn(kind)})
      COMMENT ${quote(`Read ${kind.name} and ${kind.name}_history instead.`)}`,
    `ALTER TABLE ${name} ${columns.map((column) => `ADD COLUMN IF NOT EXISTS ${declared(column)}`).join(', ')}`,
  ]
  return [
    ...stored(currentRows(kind), [...table.columns, validFromEntry, stepColumn]),
    ...stored(pastRows(kind), [...table.columns, ...validity, stepColumn]),
    view(
      table,
      `SELECT ${names(table.columns)} FROM ${currentRows(kind)} WHERE ${isCurrent(kind)}`,
    ),
    historyView(kind, table),
    view(changesTable(kind), changesQuery(kind, nullableEntries)),
  ]
}

/** The entries, whose times are null where a join finds none. */
const nullableEntries = `(SELECT account, entry, toNullable(committed_at) AS committed_at FROM ${entriesTable.name})`

function historyView(kind: FactKind, { columns, comment }: WarehouseTable): string {
  const cells = names([...columns, validFromEntry])
  return view(
    {
      name: `${kind.name}_history`,
      comment: comment.replace('the rows that are current', 'all versions of rows'),
      columns: [...columns, validFromEntry, validFrom, validToEntry, validTo],
    },
    `SELECT ${columns.map(({ name }) => `r.${name} AS ${name}`).join(', ')}, r.valid_from_entry AS valid_from_entry,
        b.committed_at AS valid_from, r.valid_to_entry AS valid_to_entry, e.committed_at AS valid_to
      FROM (SELECT ${cells}, valid_to_entry FROM (
          SELECT ${cells}, CAST(NULL AS Nullable(Int64)) AS valid_to_entry, step FROM ${currentRows(kind)}
          UNION ALL SELECT ${cells}, valid_to_entry, step FROM ${pastRows(kind)})
        WHERE step IN ${visibleSteps}
          AND (valid_to_entry IS NOT NULL OR ${version(kind)} NOT IN ${endedVersions(kind)})) AS r
      LEFT ANY JOIN ${nullableEntries} AS b ON b.account = r.account AND b.entry = r.valid_from_entry
      LEFT ANY JOIN ${nullableEntries} AS e ON e.account = r.account AND e.entry = r.valid_to_entry`,
  )
}

const view = ({ name, comment, columns }: WarehouseTable, select: string): string =>
  `CREATE OR REPLACE VIEW ${name} (${list(columns)}) COMMENT ${quote(comment)} AS ${select}`

const names = (columns: readonly WarehouseColumn[]): string =>
  columns.map(({ name }) => name).join(', ')

const list = (columns: readonly WarehouseColumn[]): string => columns.map(declared).join(', ')

const declared = (column: WarehouseColumn): string =>
  `${column.name} ${clickhouseType(column)} COMMENT ${quote(column.comment)}`
