import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { toBadCell } from './bad-rows.ts'
import type { ImportSession } from './figure-writer.ts'
import type { InputFile } from './input-file.ts'
import { sliceColumns, stagedColumns } from './stats-columns.ts'

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
  { rejectDirectory, now }: { readonly rejectDirectory: string; readonly now: () => Date },
): Promise<Skipped> {
  const reasons = new Map<string, string[]>()
  for (const found of await session.badCells()) {
    const { column, value, accepts } = toBadCell(found, inputs)
    const place = `${found.file}:${found.line}`
    const reason = `${column}: ${value === null ? 'missing' : JSON.stringify(value)}; expected ${accepts}`
    reasons.set(place, [...(reasons.get(place) ?? []), reason])
  }
  const rows = await session.rejectBadSlices()
  const slices = new Set<string>()
  const lines = [['file', 'line', ...stagedColumns, 'reason']]
  for (const { file, line, cells } of rows) {
    slices.add(JSON.stringify(cells.slice(0, sliceColumns.length)))
    const reason = reasons.get(`${file}:${line}`)?.join(' | ') ?? neighbour
    lines.push([inputs[file]!.name, String(line), ...cells.map((cell) => cell ?? ''), reason])
  }
  await mkdir(rejectDirectory, { recursive: true })
  const stamp = now().toISOString().replaceAll(':', '-')
  const rejectFile = join(rejectDirectory, `rejects-${stamp}.csv`)
  const text = lines.map((cells) => `${cells.map(quoted).join(',')}\r\n`).join('')
  await writeFile(rejectFile, text, { flag: 'wx' })
  return { rows: rows.length, slices: slices.size, rejectFile }
}

const quoted = (cell: string): string =>
  /[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell
