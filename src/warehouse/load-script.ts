import type { FactKind } from '../facts/fact-kind.ts'
import { factKinds } from '../facts/kinds.ts'
import { formatDay } from '../values/day.ts'
import { formatInstant } from '../values/instant.ts'
import { lastDayOfMonth, parseMonth } from '../values/months.ts'
import {
  fileTable,
  smallTables,
  type WarehouseColumn,
  type WarehouseTable,
  type WarehouseType,
} from './tables.ts'
import type { CopiedFile, CopiedFiles } from './warehouse.ts'

export const scriptDialects = ['bigquery', 'snowflake'] as const

export type ScriptDialect = (typeof scriptDialects)[number]

/** Loads the Parquet files of a copy into tables of another warehouse. */
export interface LoadScript {
  readonly account: string
  readonly copy: CopiedFiles
  /** Where the warehouse finds the folder of the destination: `gs://bucket/lake`, or `@stage/lake`. */
  readonly from: string
  /** The dataset or schema of the tables, as its parts. */
  readonly into: readonly string[]
  /** The ledger entry that the tables have: only what changed since is replaced. Null replaces all. */
  readonly since: number | null
}

const kinds: readonly FactKind[] = Object.values(factKinds)
const tables: readonly WarehouseTable[] = [...kinds.map(fileTable), ...smallTables]

/** Some rows of a table that are replaced by those of files. */
interface Replacement {
  readonly table: WarehouseTable
  readonly files: readonly CopiedFile[]
  /** The months that are replaced; null for all rows of the account. */
  readonly months: readonly string[] | null
}

/** @returns statements that create what is missing, and replace the account's rows in one transaction */
export function loadScript(dialect: ScriptDialect, script: LoadScript): string {
  const { account, copy, since } = script
  const replacements = tables.flatMap((table): Replacement[] => {
    const ofTable = copy.files.filter((file) => file.table === table.name)
    if (since === null) return [{ table, files: ofTable, months: null }]
    // Those without months are small, and may have changed with no entry, as names of apps do.
    const files = ofTable.filter(({ month, entry }) => month === null || entry > since)
    const months = files.flatMap(({ month }) => month ?? [])
    return files.length === 0 ? [] : [{ table, files, months: months.length > 0 ? months : null }]
  })
  const { entry, asOfMs } = copy.state
  const of = asOfMs === null ? '' : ` of ${formatInstant(asOfMs)}`
  const parts = [
    `-- The copy of ${literal(account)} up to ledger entry ${entry}${of}. Running it again changes nothing.`,
    ...tables.map((table) => dialects[dialect].create(script, table)),
    dialects[dialect].replace(script, replacements),
  ]
  return `${parts.join('\n\n')}\n`
}

interface Dialect {
  readonly create: (script: LoadScript, table: WarehouseTable) => string
  readonly replace: (script: LoadScript, replacements: readonly Replacement[]) => string
}

const bigquery: Dialect = {
  create: ({ into }, { name, comment, columns }) =>
    [
      `CREATE TABLE IF NOT EXISTS ${quoted(into, name)} (`,
      columns
        .map(
          (column) =>
            `  \`${column.name}\` ${bigqueryType(column.type)}${notNull(column)} OPTIONS (description = ${literal(column.comment)})`,
        )
        .join(',\n'),
      ')',
      ...(isDivided(name)
        ? ['PARTITION BY DATE_TRUNC(`date`, MONTH)', 'CLUSTER BY `account`, `app_id`']
        : []),
      `OPTIONS (description = ${literal(comment)});`,
    ].join('\n'),
  replace: (script, replacements) =>
    [
      ...replacements
        .filter(({ files }) => files.length > 0)
        .map(({ table, files }) =>
          [
            `LOAD DATA OVERWRITE TEMP TABLE new_${table.name} (`,
            table.columns
              .map((column) => `  \`${column.name}\` ${bigqueryType(column.type)}`)
              .join(',\n'),
            ')',
            'FROM FILES (',
            "  format = 'PARQUET',",
            '  uris = [',
            files.map((file) => `    ${literal(addressOf(script, file))}`).join(',\n'),
            '  ]',
            ');',
          ].join('\n'),
        ),
      [
        'BEGIN TRANSACTION;',
        ...replacements.map((one) => bigqueryReplacement(script, one)),
        'COMMIT TRANSACTION;',
      ].join('\n'),
    ].join('\n\n'),
}

function bigqueryReplacement(
  { into, account }: LoadScript,
  { table: { name, columns }, files, months }: Replacement,
): string {
  const ofAccount = `t.\`account\` = ${literal(account)}${within('t.`date`', months)}`
  if (files.length === 0) return `DELETE FROM ${quoted(into, name)} AS t WHERE ${ofAccount};`
  const names = columns.map((column) => `\`${column.name}\``)
  return [
    `MERGE INTO ${quoted(into, name)} AS t USING new_${name} AS n ON FALSE`,
    `WHEN NOT MATCHED BY SOURCE AND ${ofAccount} THEN DELETE`,
    `WHEN NOT MATCHED BY TARGET THEN INSERT (${names.join(', ')})`,
    `  VALUES (${names.map((one) => `n.${one}`).join(', ')});`,
  ].join('\n')
}

const snowflake: Dialect = {
  create: ({ into }, { name, comment, columns }) =>
    [
      `CREATE TABLE IF NOT EXISTS ${[...into, name].join('.')} (`,
      columns
        .map(
          (column) =>
            `  ${column.name} ${snowflakeType(column.type)}${notNull(column)} COMMENT ${sqlLiteral(column.comment)}`,
        )
        .join(',\n'),
      `) COMMENT = ${sqlLiteral(comment)};`,
    ].join('\n'),
  // A client that goes on after an error would commit the half of it.
  replace: (script, replacements) =>
    [
      'EXECUTE IMMEDIATE $$',
      'BEGIN',
      '  BEGIN TRANSACTION;',
      ...replacements.flatMap((one) => snowflakeReplacement(script, one)),
      '  COMMIT;',
      'EXCEPTION',
      '  WHEN OTHER THEN',
      '    ROLLBACK;',
      '    RAISE;',
      'END;',
      '$$;',
    ].join('\n'),
}

function snowflakeReplacement(
  { account, copy, from, into }: LoadScript,
  { table, files, months }: Replacement,
): string[] {
  const name = [...into, table.name].join('.')
  const removed = `  DELETE FROM ${name} WHERE account = ${sqlLiteral(account)}${within('date', months)};`
  if (files.length === 0) return [removed]
  return [
    removed,
    `  COPY INTO ${name} FROM ${from}/${copy.folder}`,
    `    FILES = (${files.map(({ path }) => sqlLiteral(path)).join(', ')})`,
    '    FILE_FORMAT = (TYPE = PARQUET USE_LOGICAL_TYPE = TRUE)',
    '    MATCH_BY_COLUMN_NAME = CASE_INSENSITIVE',
    // A script that is run again loads the same files.
    '    FORCE = TRUE;',
  ]
}

const dialects: Readonly<Record<ScriptDialect, Dialect>> = { bigquery, snowflake }

const isDivided = (table: string): boolean => kinds.some(({ name }) => name === table)

const notNull = ({ isOptional }: WarehouseColumn): string => (isOptional ? '' : ' NOT NULL')

const quoted = (into: readonly string[], name: string): string => `\`${[...into, name].join('.')}\``

const addressOf = ({ from, copy }: LoadScript, { path }: CopiedFile): string =>
  `${from}/${copy.folder}${path}`

function within(column: string, months: readonly string[] | null): string {
  if (months === null) return ''
  const ranges = months.map((month) => {
    const first = parseMonth(month)!
    return `${column} BETWEEN DATE '${formatDay(first)}' AND DATE '${formatDay(lastDayOfMonth(first))}'`
  })
  return ` AND (${ranges.join(' OR ')})`
}

function bigqueryType(type: WarehouseType): string {
  if (type.kind !== 'decimal') return bigqueryTypes[type.kind]
  // NUMERIC has at most 29 digits before the point.
  const name = type.precision - type.scale > 29 ? 'BIGNUMERIC' : 'NUMERIC'
  return `${name}(${type.precision}, ${type.scale})`
}

const bigqueryTypes = {
  day: 'DATE',
  text: 'STRING',
  integer: 'INT64',
  time: 'TIMESTAMP',
  flag: 'BOOL',
} as const

const snowflakeType = (type: WarehouseType): string =>
  type.kind === 'decimal' ? `NUMBER(${type.precision}, ${type.scale})` : snowflakeTypes[type.kind]

const snowflakeTypes = {
  day: 'DATE',
  text: 'VARCHAR',
  integer: 'NUMBER(19, 0)',
  time: 'TIMESTAMP_LTZ',
  flag: 'BOOLEAN',
} as const

/** In GoogleSQL. */
const literal = (text: string): string => `'${escaped(text).replaceAll("'", "\\'")}'`

/** In Snowflake, also between dollars. */
const sqlLiteral = (text: string): string =>
  `'${escaped(text).replaceAll("'", "''").replaceAll('$', '\\x24')}'`

const escaped = (text: string): string =>
  text.replaceAll('\\', '\\\\').replaceAll('\n', '\\n').replaceAll('\r', '\\r')
