import { labelRules, numberRules } from '../facts/column-rules.ts'
import type { FactKind } from '../facts/fact-kind.ts'
import type { InputFile } from '../sources/readers/input-file.ts'
import type { BadCell } from '../sources/refusals.ts'
import { rejectReason, writeRejectFile } from '../sources/reject-file.ts'
import type { FoundCell } from './check-rows.ts'
import type { Stage } from './stage.ts'
import type { StagedApp } from './staged-slices.ts'

/** The rows that an import left out, and the file that lists them. */
export interface Skipped {
  readonly rows: number
  readonly slices: number
  readonly rejectFile: string
}

const neighbour = 'another row of its day, app and network is not accepted'

/**
 * Removes slices with bad rows from an import and writes a CSV of all removed rows: file, line, cells
 * and reason.
 *
 * @param isNetwork whether the rows are from a network's report
 */
export async function writeRejects(
  stage: Stage,
  inputs: readonly InputFile[],
  apps: readonly StagedApp[],
  isNetwork: boolean,
  { rejectDirectory, now }: { readonly rejectDirectory: string; readonly now: () => Date },
): Promise<Skipped> {
  const reasons = new Map<string, string[]>()
  for (const found of await stage.badCells()) {
    const { column, value, accepts } = toBadCell(found, stage.kind, inputs, isNetwork)
    const place = `${found.file}:${found.line}`
    const reason = rejectReason(column, value, accepts)
    reasons.set(place, [...(reasons.get(place) ?? []), reason])
  }
  const { rows, slices } = await stage.rejectBadSlices(apps)
  const lines = [['file', 'line', ...stage.kind.columns, 'reason']]
  for (const { file, line, cells } of rows) {
    const reason = reasons.get(`${file}:${line}`)?.join(' | ') ?? neighbour
    lines.push([inputs[file]!.name, String(line), ...cells.map((cell) => cell ?? ''), reason])
  }
  const rejectFile = await writeRejectFile(rejectDirectory, stage.kind.name, lines, now())
  return { rows: rows.length, slices, rejectFile }
}

/**
 * Adds the name of the file and what is accepted to a bad cell.
 *
 * @param isNetwork whether the cell is from a network's report
 */
export function toBadCell(
  found: FoundCell,
  kind: FactKind,
  inputs: readonly InputFile[],
  isNetwork: boolean,
): BadCell {
  const rules: Partial<Record<string, { accepts: string }>> = {
    ...labelRules(kind),
    ...numberRules(kind, isNetwork),
  }
  const nameOf = (file: number) => inputs[file]?.name ?? '?'
  const { file, line, column, value, sameAs } = found
  const rule = sameAs
    ? `each combination once; ${nameOf(sameAs.file)}:${sameAs.line} has the same`
    : rules[column]?.accepts
  return { file: nameOf(file), line, column, value, accepts: found.accepts ?? rule ?? '' }
}
