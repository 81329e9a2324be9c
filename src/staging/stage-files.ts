import type { InputFile, TableRow } from '../sources/readers/input-file.ts'
import { readCsvHeader, readTextTable } from '../sources/readers/read-table.ts'
import type { RecognisedFile } from '../sources/recognise.ts'
import type { RecordTranslator } from '../sources/record-translator.ts'
import { refuse } from '../sources/refusals.ts'
import { findColumn, reportRows } from '../sources/report-file.ts'
import type { NetworkSource } from '../sources/source.ts'
import { nativeFormatOf } from '../sources/staged-columns.ts'
import type { Stage } from './stage.ts'

/**
 * Stages files of Adtally's own format. The engine reads CSV files itself, without line numbers.
 *
 * @param rowByRow reads CSV files row by row instead, with line numbers
 */
export async function stageNativeFiles(
  stage: Stage,
  inputs: readonly InputFile[],
  rowByRow: boolean,
): Promise<void> {
  const columns = nativeFormatOf(stage.kind)
  for (const [index, input] of inputs.entries()) {
    if (input.format === 'parquet') {
      const staged = await stage.stageFile(index, input, null)
      if (staged === null) throw refuse('parquet_damaged', { file: input.name })
      if (staged === 0) throw refuse('no_rows', { file: input.name })
      continue
    }
    if (input.format === 'csv' && !rowByRow) {
      const header = await readCsvHeader(input, columns)
      const staged = await stage.stageFile(index, input, header)
      // If the engine cannot read the file or finds it empty, the row-by-row reader finds out why.
      if (staged) continue
    }
    await stage.stageRows(index, input, readTextTable(input, columns))
  }
}

/** Stages a network's report. The translator converts its rows. */
export async function stageReportFiles(
  stage: Stage,
  files: readonly RecognisedFile[],
  source: NetworkSource,
  translator: RecordTranslator,
): Promise<void> {
  for (const [index, recognised] of files.entries()) {
    const { input } = recognised.file
    const staged = await stage.stageRows(index, input, networkRows(recognised, translator))
    if (staged > 0 || translator.networks.setAside.length > 0) continue
    throw refuse('no_rows', { file: input.name, title: source.title })
  }
}

async function* networkRows(
  { file, report }: RecognisedFile,
  translator: RecordTranslator,
): AsyncGenerator<TableRow> {
  const names = file.kind === 'table' ? file.columns : []
  const columnName = (pattern: RegExp): string => {
    const match = pattern.exec(findColumn(names, pattern) ?? '')
    return match?.[1] ?? match?.[0] ?? ''
  }
  for await (const { line, cell } of reportRows(file, report)) {
    const row = translator.toCells(report.read(cell, columnName), file.input.name)
    if (row === null) continue
    yield 'fault' in row ? { line, cells: null, fault: row.fault } : { line, cells: row.cells }
  }
}
