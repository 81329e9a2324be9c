import type { NetworkApp } from '../../catalogue/app.ts'
import type { InputFile, TableRow } from '../files/input-file.ts'
import { readCsv } from '../files/read-csv.ts'
import { readCsvHeader, readTextTable } from '../files/read-table.ts'
import { ImportError } from '../import-error.ts'
import { type NetworkSource, SourceCellError, type SourceRecord } from '../sources/source.ts'
import type { ImportSession } from './figure-writer.ts'
import { ownStatsColumns, type StagedColumn } from './stats-columns.ts'

/**
 * Stages files of Adtally's own format. The engine reads them by itself where it can; rows then
 * have no line numbers.
 *
 * @param careful reads CSV row by row instead, so that every row knows its line
 */
export async function stageOwn(
  session: ImportSession,
  inputs: readonly InputFile[],
  careful: boolean,
): Promise<void> {
  for (const [index, input] of inputs.entries()) {
    if (input.format === 'parquet') {
      const staged = await session.stageFile(index, input, null)
      if (staged === null) throw new ImportError(`${input.name}: it is not a whole Parquet file`)
      if (staged === 0) throw new ImportError(`${input.name}: there are no rows`)
      continue
    }
    if (input.format === 'csv' && !careful) {
      const header = (await readCsvHeader(input, ownStatsColumns)) as StagedColumn[]
      const staged = await session.stageFile(index, input, header)
      // What the engine cannot read, or finds empty, the careful reader explains.
      if (staged) continue
    }
    await session.stageRows(index, readTextTable(input, ownStatsColumns))
  }
}

/**
 * Stages a network's report.
 *
 * @returns the apps that the rows speak of, by the reference that stands in their `app_id`
 */
export async function stageNetwork(
  session: ImportSession,
  inputs: readonly InputFile[],
  source: NetworkSource,
): Promise<Map<string, NetworkApp>> {
  const apps = new Map<string, NetworkApp>()
  for (const [index, input] of inputs.entries()) {
    await session.stageRows(index, networkRows(input, source, apps))
  }
  return apps
}

async function* networkRows(
  input: InputFile,
  source: NetworkSource,
  apps: Map<string, NetworkApp>,
): AsyncGenerator<TableRow> {
  if (input.format !== 'csv') {
    throw new ImportError(`${input.name}: a ${source.title} is a CSV file`)
  }
  let columns: Map<string, number> | null = null
  let rows = 0
  for await (const { line, cells } of readCsv(input)) {
    if (!columns) {
      columns = new Map(cells.map((name, index) => [name ?? '', index]))
      checkColumns(input.name, columns, source)
      continue
    }
    rows++
    const found = columns
    const read = readRecord(source, (column) => cells[found.get(column) ?? -1] ?? '')
    if (read instanceof SourceCellError) {
      const { column, value, accepts } = read
      yield { line, cells: null, fault: { column, value: value || null, accepts } }
    } else {
      apps.set(read.app.networkAppId, read.app)
      yield { line, cells: toCells(read) }
    }
  }
  if (rows === 0) throw new ImportError(`${input.name}: there are no rows below the header`)
}

function checkColumns(
  name: string,
  columns: ReadonlyMap<string, number>,
  source: NetworkSource,
): void {
  const missing = source.columns.filter((column) => !columns.has(column))
  if (missing.length === 0) return
  const list = missing.map((column) => JSON.stringify(column)).join(', ')
  throw new ImportError(`${name}:1: it is not a ${source.title}: missing column ${list}`)
}

function readRecord(
  source: NetworkSource,
  cell: (column: string) => string,
): SourceRecord | SourceCellError {
  try {
    return source.read(cell)
  } catch (error) {
    if (error instanceof SourceCellError) return error
    throw error
  }
}

const toCells = (record: SourceRecord): (string | null)[] => [
  record.date || null,
  record.app.networkAppId || null,
  record.network || null,
  record.format || null,
  record.country || null,
  record.impressions || null,
  record.clicks,
  record.installs,
  record.revenue || null,
  null,
  record.currency,
]
