import { setImmediate } from 'node:timers/promises'
import { refuse } from '../../community/refusals.ts'
import type { CommunitySession, CommunityWriter } from '../../records/community-writer.ts'
import { BadCells } from '../../sources/bad-cells.ts'
import type { OnProgress } from '../../sources/import-progress.ts'
import type { GivenFile, InputFormat } from '../../sources/readers/input-file.ts'
import type { TableColumns } from '../../sources/readers/read-table.ts'
import { type FileRow, type TableReading, withTables } from '../../sources/readers/read-tables.ts'
import type { BadCell } from '../../sources/refusals.ts'
import { rejectReason, writeRejectFile } from '../../sources/reject-file.ts'
import { checkCells } from '../../values/cell-rule.ts'
import { activity } from './activity.ts'
import { games } from './games.ts'
import type { RecordCells, RecordKind } from './record-kind.ts'
import { users } from './users.ts'

/** The kinds of records of the public network. */
export const recordKinds = { games, users, activity } as const satisfies Record<string, RecordKind>

export type RecordKindName = keyof typeof recordKinds

export interface CommunityImportOptions {
  readonly inputFormat?: InputFormat
  /** Skips bad rows instead of refusing the import. */
  readonly skipBadRows?: boolean
}

export interface CommunityImportServices extends TableReading {
  readonly community: CommunityWriter
  readonly now: () => Date
  /** Where reject files are written. */
  readonly rejectDirectory: string
}

export interface CommunitySummary {
  readonly kind: RecordKindName
  readonly files: readonly string[]
  readonly added: number
  readonly updated: number
  readonly skipped_rows: number
  readonly reject_file: string | null
}

/** Small batches, because requests are answered only between them. */
const rowsPerBatch = 250

/**
 * Imports games, users or activity, all rows or none. Records with a new id are added, the others
 * replaced. If an id is repeated, its last row is used.
 *
 * @throws Refusal when a file cannot be read or cells are not accepted
 */
export async function importCommunity(
  kindName: RecordKindName,
  files: readonly GivenFile[],
  options: CommunityImportOptions,
  services: CommunityImportServices,
  onProgress: OnProgress,
): Promise<CommunitySummary> {
  const kind = recordKinds[kindName]
  const { inputFormat } = options
  const counts = await withTables(files, inputFormat, columnsOf(kind), services, (rows) =>
    services.community.write((session) =>
      putRows(rows, kindName, session, options, services, onProgress),
    ),
  )
  return { kind: kindName, files: files.map(({ name }) => name), ...counts }
}

/** Puts the rows of an import; within its transaction. */
async function putRows(
  rows: AsyncIterable<FileRow>,
  kindName: RecordKindName,
  session: CommunitySession,
  options: CommunityImportOptions,
  services: CommunityImportServices,
  onProgress: OnProgress,
) {
  const kind = recordKinds[kindName]
  const work = new CommunityImport(kind, session, options.skipBadRows === true)
  for await (const batch of inBatches(rows)) {
    await work.put(batch)
    await setImmediate()
    onProgress({ phase: 'reading', rows: work.rows })
  }
  const { added, updated, bad, rejected } = work
  if (bad.count > 0 && !options.skipBadRows) throw bad.refusal()
  onProgress({ phase: 'writing', rows: work.rows })
  const rejectFile =
    rejected.length === 0
      ? null
      : await writeRejectFile(
          services.rejectDirectory,
          kindName,
          [['file', 'line', ...Object.keys(kind.rules), 'reason'], ...rejected],
          services.now(),
        )
  if (added + updated === 0) {
    throw refuse('every_row_bad', { rejectFile })
  }
  return {
    added,
    updated,
    skipped_rows: rejected.length,
    reject_file: rejectFile,
  }
}

/** Checks and writes the rows of one import. */
class CommunityImport {
  readonly #kind: RecordKind
  readonly #session: CommunitySession
  readonly #keepRejected: boolean
  readonly bad = new BadCells()
  readonly rejected: string[][] = []
  rows = 0
  added = 0
  updated = 0

  constructor(kind: RecordKind, session: CommunitySession, keepRejected: boolean) {
    this.#kind = kind
    this.#session = session
    this.#keepRejected = keepRejected
  }

  async put(batch: readonly FileRow[]): Promise<void> {
    const faults = new Map<FileRow, BadCell[]>()
    const accepted: FileRow[] = []
    for (const row of batch) {
      const found = this.#check(row)
      if (found.length > 0) faults.set(row, found)
      else accepted.push(row)
    }
    if (accepted.length > 0) {
      const cells = accepted.map((row) => row.cells as RecordCells)
      const outcome = await this.#kind.put(this.#session, cells)
      this.added += outcome.added
      this.updated += outcome.updated
      for (const { index, member, accepts } of outcome.refused) {
        const row = accepted[index]!
        const found = { file: row.file, line: row.line, column: member, accepts }
        const value = row.cells?.[member] ?? null
        faults.set(row, [...(faults.get(row) ?? []), { ...found, value }])
      }
    }
    for (const row of batch) this.#note(row, faults.get(row) ?? [])
    this.rows += batch.length
  }

  #check({ file, line, cells, fault }: FileRow): BadCell[] {
    const found: BadCell[] = fault ? [{ file, line, ...fault }] : []
    if (!cells) return found
    const refuse = (column: string, accepts: string) => {
      found.push({ file, line, column, value: cells[column] ?? null, accepts })
    }
    checkCells(cells, this.#kind.rules, refuse)
    this.#kind.checkRow(cells, refuse)
    return found
  }

  #note({ file, line, cells }: FileRow, faults: readonly BadCell[]): void {
    if (faults.length === 0) return
    for (const fault of faults) this.bad.add(fault)
    if (!this.#keepRejected) return
    const reasons = faults.map(({ column, value, accepts }) => rejectReason(column, value, accepts))
    const shown = Object.keys(this.#kind.rules).map((column) => cells?.[column] ?? '')
    this.rejected.push([file, String(line), ...shown, reasons.join(' | ')])
  }
}

function columnsOf({ rules, lists }: RecordKind): TableColumns {
  const allowed = Object.keys(rules)
  return { allowed, required: allowed.filter((column) => rules[column]?.required), lists }
}

async function* inBatches(rows: AsyncIterable<FileRow>): AsyncGenerator<FileRow[]> {
  let batch: FileRow[] = []
  for await (const row of rows) {
    batch.push(row)
    if (batch.length < rowsPerBatch) continue
    yield batch
    batch = []
  }
  if (batch.length > 0) yield batch
}
