import type { InputFile } from '../files/input-file.ts'
import type { BadCell } from '../import-error.ts'
import { rejectReason, writeRejectFile } from '../reject-file.ts'
import type { FoundCell, ImportSession, StagedApp } from './figure-writer.ts'
import { labelRules, numberRules, type StagedColumn, stagedColumns } from './stats-columns.ts'

/** What an import left out, and where that is listed. */
export interface Skipped {
  readonly rows: number
  readonly slices: number
  readonly rejectFile: string
}

const neighbour = 'another row of its day, app and network is not accepted'

/**
 * Takes the slices that hold bad rows out of an import and writes a CSV of every row that was
 * left out: where it stands, its cells, and why.
 */
export async function writeRejects(
  session: ImportSession,
  inputs: readonly InputFile[],
  apps: readonly StagedApp[],
  { rejectDirectory, now }: { readonly rejectDirectory: string; readonly now: () => Date },
): Promise<Skipped> {
  const reasons = new Map<string, string[]>()
  for (const found of await session.badCells()) {
    const { column, value, accepts } = toBadCell(found, inputs)
    const place = `${found.file}:${found.line}`
    const reason = rejectReason(column, value, accepts)
    reasons.set(place, [...(reasons.get(place) ?? []), reason])
  }
  const { rows, slices } = await session.rejectBadSlices(apps)
  const lines = [['file', 'line', ...stagedColumns, 'reason']]
  for (const { file, line, cells } of rows) {
    const reason = reasons.get(`${file}:${line}`)?.join(' | ') ?? neighbour
    lines.push([inputs[file]!.name, String(line), ...cells.map((cell) => cell ?? ''), reason])
  }
  const rejectFile = await writeRejectFile(rejectDirectory, String(session.importId), lines, now())
  return { rows: rows.length, slices, rejectFile }
}

const accepts: Partial<Record<StagedColumn, { accepts: string }>> = {
  ...labelRules,
  ...numberRules,
}

/** Says of a bad cell which file it is in and what would be accepted. */
export function toBadCell(found: FoundCell, inputs: readonly InputFile[]): BadCell {
  const nameOf = (file: number) => inputs[file]?.name ?? '?'
  const { file, line, column, value, sameAs } = found
  const rule = sameAs
    ? `each combination once; ${nameOf(sameAs.file)}:${sameAs.line} has the same`
    : accepts[column as StagedColumn]?.accepts
  return { file: nameOf(file), line, column, value, accepts: found.accepts ?? rule ?? '' }
}
