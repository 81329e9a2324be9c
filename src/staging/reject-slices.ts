import type { InputFile } from '../sources/readers/input-file.ts'
import type { BadCell } from '../sources/refusals.ts'
import { rejectReason, writeRejectFile } from '../sources/reject-file.ts'
import {
  labelRules,
  networkNumberRules,
  numberRules,
  stagedColumns,
} from '../sources/stats-columns.ts'
import type { FoundCell } from './check-rows.ts'
import type { Stage } from './stage.ts'
import type { StagedApp } from './staged-slices.ts'

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
 *
 * @param network whether they are of a network's report
 */
export async function writeRejects(
  stage: Stage,
  inputs: readonly InputFile[],
  apps: readonly StagedApp[],
  network: boolean,
  { rejectDirectory, now }: { readonly rejectDirectory: string; readonly now: () => Date },
): Promise<Skipped> {
  const reasons = new Map<string, string[]>()
  for (const found of await stage.badCells()) {
    const { column, value, accepts } = toBadCell(found, inputs, network)
    const place = `${found.file}:${found.line}`
    const reason = rejectReason(column, value, accepts)
    reasons.set(place, [...(reasons.get(place) ?? []), reason])
  }
  const { rows, slices } = await stage.rejectBadSlices(apps)
  const lines = [['file', 'line', ...stagedColumns, 'reason']]
  for (const { file, line, cells } of rows) {
    const reason = reasons.get(`${file}:${line}`)?.join(' | ') ?? neighbour
    lines.push([inputs[file]!.name, String(line), ...cells.map((cell) => cell ?? ''), reason])
  }
  const rejectFile = await writeRejectFile(rejectDirectory, 'figures', lines, now())
  return { rows: rows.length, slices, rejectFile }
}

/**
 * Says of a bad cell which file it is in and what would be accepted.
 *
 * @param network whether it is of a network's report
 */
export function toBadCell(
  found: FoundCell,
  inputs: readonly InputFile[],
  network: boolean,
): BadCell {
  const rules: Partial<Record<string, { accepts: string }>> = {
    ...labelRules,
    ...(network ? networkNumberRules : numberRules),
  }
  const nameOf = (file: number) => inputs[file]?.name ?? '?'
  const { file, line, column, value, sameAs } = found
  const rule = sameAs
    ? `each combination once; ${nameOf(sameAs.file)}:${sameAs.line} has the same`
    : rules[column]?.accepts
  return { file: nameOf(file), line, column, value, accepts: found.accepts ?? rule ?? '' }
}
