import type { FactKind } from '../facts/fact-kind.ts'
import { figures } from '../facts/figures.ts'
import { kindOfColumns } from '../facts/kinds.ts'
import type { InputFile } from '../sources/readers/input-file.ts'
import { readNdjson } from '../sources/readers/read-ndjson.ts'
import { openReportFile } from '../sources/report-file.ts'
import { refuse } from './refusals.ts'
import { parquetColumns } from './scan-file.ts'
import type { Scratch } from './scratch-database.ts'

/**
 * The kind of fact of files of Adtally's own format, by their columns.
 *
 * @throws Refusal `several_kinds`
 */
export async function nativeKind(
  scratch: Scratch,
  inputs: readonly InputFile[],
): Promise<FactKind> {
  let first: FactKind | null = null
  for (const input of inputs) {
    const kind = kindOfColumns(await columnsOf(scratch, input))
    if (first && kind !== first) {
      throw refuse('several_kinds', { file: input.name, kinds: [first.name, kind.name] })
    }
    first = kind
  }
  return first ?? figures
}

async function columnsOf(scratch: Scratch, input: InputFile): Promise<readonly string[]> {
  if (input.format === 'parquet') return parquetColumns(scratch, input)
  if (input.format === 'ndjson') {
    for await (const read of readNdjson(input)) {
      return 'members' in read ? Object.keys(read.members) : []
    }
    return []
  }
  const file = await openReportFile(input)
  return file.kind === 'table' ? file.columns : []
}
