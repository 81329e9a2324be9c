import { statSync } from 'node:fs'
import type { DuckDBConnection } from '@duckdb/node-api'
import { labelRules, numberRules } from '../facts/column-rules.ts'
import type { FactKind } from '../facts/fact-kind.ts'
import { labelKinds } from '../ledger/journal.ts'
import type { OnProgress } from '../sources/import-progress.ts'
import type { InputFile } from '../sources/readers/input-file.ts'
import { readCsvHeader } from '../sources/readers/read-table.ts'
import { nativeFormatOf } from '../sources/staged-columns.ts'
import { acceptedNumber } from './check-rows.ts'
import { isFileFault, scanCsv } from './scan-file.ts'
import { withScanProgress } from './scan-progress.ts'

/**
 * Ends an attempt to import files without staging their rows. Something about them has to be explained,
 * or takes more than one pass, so the rows are staged and checked one by one.
 */
export class StagingNeeded extends Error {}

/** Removes what {@link viewFiles} and a plan of viewed files made, so that rows can be staged instead. */
export async function endView(scratch: DuckDBConnection): Promise<void> {
  for (const view of ['stage', 'next_figures']) await scratch.run(`DROP VIEW IF EXISTS ${view}`)
  await scratch.run('DROP TABLE IF EXISTS viewed_figures')
}

/** A value of a column, or a file. */
export interface FoundValue {
  readonly column: string
  /** Null for columns that are not stored as codes in each account. */
  readonly app: string | null
  readonly value: string | null
  readonly rows: number
}

/** The facts that one pass over the names in files of Adtally's own format found out. */
export interface ViewedFiles {
  readonly rowCount: number
  /** The distinct values of columns, including null if cells are missing. */
  readonly distinct: ReadonlyMap<string, readonly (string | null)[]>
  /** The distinct names of each app in columns that are stored as codes and that a file has. */
  readonly names: readonly FoundValue[]
  /** Those that a file has. */
  readonly columns: ReadonlySet<string>
  /** @throws StagingNeeded when a file is not the same any more */
  readonly assertUnchanged: () => void
}

/**
 * Makes `stage` a view of CSV files, and finds the names in them in one pass. So rows are read twice, but
 * never stored as text, which takes more time and memory. The second pass ends where a number is bad.
 *
 * @throws StagingNeeded when the files are not as most are; Refusal as their readers
 */
export async function viewFiles(
  scratch: DuckDBConnection,
  kind: FactKind,
  inputs: readonly InputFile[],
  onProgress: OnProgress,
): Promise<ViewedFiles> {
  const states = inputs.map(({ path }) => stateOf(path))
  const parts: string[] = []
  const present = new Set<string>()
  for (const [file, input] of inputs.entries()) {
    const header = await readCsvHeader(input, nativeFormatOf(kind))
    for (const column of header) present.add(column)
    const { from, cells } = scanCsv(input, header)
    parts.push(`SELECT ${rowOf(kind, file, (column) => cells.get(column) ?? 'NULL')} FROM ${from}`)
  }
  const bytes = states.reduce((sum, { size }) => sum + Number(size), 0)
  await scratch.run(
    `CREATE OR REPLACE TEMP VIEW stage AS SELECT * REPLACE (${acceptedNumbers(kind).join(', ')})
    FROM (${[...parts, sizeHint(kind, bytes)].join(' UNION ALL ')})`,
  )
  const labels = Object.keys(labelRules(kind))
  const { limits } = inputs[0]!.reading
  const maxFound = Math.min(limits.distinctValues, maxFoundValues)
  const found = await withScanProgress(scratch, 0, onProgress, () =>
    readView(
      scratch,
      labels.filter((name) => present.has(name)),
      maxFound,
    ),
  )
  const ofFiles = found.filter(({ column }) => column === 'file')
  const rowCount = ofFiles.reduce((sum, { rows }) => sum + rows, 0)
  const isPlain =
    ofFiles.length === inputs.length && rowCount <= limits.rows && found.length <= maxFound
  if (!isPlain) throw new StagingNeeded()
  const assertUnchanged = () => {
    const isSame = inputs.every(({ path }, index) => {
      const [before, now] = [states[index]!, stateOf(path)]
      return before.ino === now.ino && before.size === now.size && before.mtimeNs === now.mtimeNs
    })
    if (!isSame) throw new StagingNeeded()
  }
  const distinct = new Map<string, (string | null)[]>()
  for (const column of labels) {
    // Apps are found with the labels of slices, which every file has.
    const values =
      column === 'app_id'
        ? found.filter((one) => one.column === kind.sliceLabel).map(({ app }) => app)
        : found.filter((one) => one.column === column).map(({ value }) => value)
    distinct.set(column, present.has(column) ? [...new Set(values)] : [null])
  }
  return {
    rowCount,
    distinct,
    names: found.filter(({ column }) => isByApp(column)),
    columns: present,
    assertUnchanged,
  }
}

/** The numbers of a row. Longer counts are rare, and need twice the memory. */
const acceptedNumbers = (kind: FactKind) =>
  Object.entries(numberRules(kind, false)).map(([column, rule]) => {
    const isCount = kind.countNames.includes(column)
    const short = isCount ? { ...rule, pattern: '[0-9]{1,9}' } : rule
    return `${acceptedNumber(column, short)} AS ${column}`
  })

const stateOf = (path: string) => statSync(path, { bigint: true })

/** The columns of a staged row. */
const rowOf = ({ columns }: FactKind, file: number, cellOf: (column: string) => string): string =>
  [
    `CAST(${file} AS USMALLINT) AS file`,
    ...columns.map((column) => `CAST(${cellOf(column)} AS VARCHAR) AS ${column}`),
  ].join(', ')

const bytesPerRow = 50

/**
 * No rows, of which the engine expects as many as the files have. It expects 42 rows of a CSV, and would
 * put these into a hash table instead of the apps and names that they are joined with.
 */
const sizeHint = (kind: FactKind, bytes: number): string =>
  `SELECT ${rowOf(kind, 0, () => 'NULL')} FROM range(${Math.ceil(bytes / bytesPerRow)}) WHERE range < 0`

/** Columns whose names have codes in each account, so they are read by app. */
const isByApp = (column: string) => (labelKinds as readonly string[]).includes(column)

/** More values than this take longer to look at than the rows take to stage. */
const maxFoundValues = 500_000

/** Finds the distinct values of columns and of `file`: all of them, or more than `maximum`. */
async function readView(
  scratch: DuckDBConnection,
  labels: readonly string[],
  maximum: number,
): Promise<FoundValue[]> {
  const columns = ['file', ...labels.filter((column) => column !== 'app_id')]
  const names = columns.map((column) => `WHEN GROUPING(${column}) = 0 THEN '${column}'`)
  const values = columns.map((column) => `CAST(${column} AS VARCHAR)`)
  const sets = columns.map((column) => (isByApp(column) ? `(app_id, ${column})` : `(${column})`))
  const query = `SELECT CASE ${names.join(' ')} END, app_id, coalesce(${values.join(', ')}), count(*)
    FROM stage GROUP BY GROUPING SETS (${sets.join(', ')}) LIMIT ${maximum + 1}`
  const found: FoundValue[] = []
  try {
    // Chunk by chunk, so that other work goes on meanwhile.
    for await (const rows of await scratch.stream(query)) {
      for (const [column, app, value, count] of rows.getRows()) {
        found.push({
          column: String(column),
          app: app as string | null,
          value: value as string | null,
          rows: Number(count),
        })
      }
    }
    return found
  } catch (error) {
    throw isFileFault(error as Error) ? new StagingNeeded() : error
  }
}
