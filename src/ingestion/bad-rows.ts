import type { FoundCell } from './figure-writer.ts'
import { type BadCell, badCellsListed } from './import-error.ts'
import type { InputFile } from './input-file.ts'
import { labelRules, numberRules, type StagedColumn } from './stats-columns.ts'

/** Rows that could not even be staged: all are counted, the first are kept to be listed. */
export class BadRows {
  count = 0
  readonly first: BadCell[] = []

  add(bad: BadCell): void {
    this.count++
    if (this.first.length < badCellsListed) this.first.push(bad)
  }
}

const accepts: Partial<Record<StagedColumn, { accepts: string }>> = {
  ...labelRules,
  ...numberRules,
}

/** Says of a bad cell which file it is in and what would be accepted. */
export function toBadCell(found: FoundCell, inputs: readonly InputFile[]): BadCell {
  const nameOf = (file: number) => inputs[file]?.name ?? '?'
  const { file, line, column, value, sameAs } = found
  return {
    file: nameOf(file),
    line,
    column,
    value,
    accepts: sameAs
      ? `each combination once; ${nameOf(sameAs.file)}:${sameAs.line} has the same`
      : (accepts[column as StagedColumn]?.accepts ?? 'a value that is accepted'),
  }
}
