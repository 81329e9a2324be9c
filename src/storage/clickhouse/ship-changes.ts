import type { FactKind } from '../../facts/fact-kind.ts'
import { changeColumns, newVersions } from '../../staging/compare-slices.ts'
import type { Scratch } from '../../staging/scratch-database.ts'
import { rangeOf } from '../../staging/slice-range.ts'
import type { ClickhouseConnection } from './connection.ts'
import type { JournalSlices } from './current-slices.ts'
import { asChange, asReversed, rowTable } from './journal-deltas.ts'
import { changedRows, changedSlices } from './journal-rows.ts'
import { type ScratchWithFolder, shipRows } from './ship-rows.ts'

const changed = "(FROM slice_changes WHERE change <> 'unchanged')"
const replaced = "(FROM slice_changes WHERE change IN ('restated', 'removed'))"

/** Adds the changes of an import, which `planImport` computed, to the journal. */
export async function shipImport(
  clickhouse: ClickhouseConnection,
  source: ScratchWithFolder,
  entry: number,
  current: JournalSlices,
  hasOriginals: boolean,
): Promise<void> {
  await shipSlices(clickhouse, source, entry, current.kind)
  const changes = await replacing(source.connection, current, 'true')
  const { kind } = current
  await shipRows(clickhouse, source, kind.tables.rows, changedRows(kind, entry, changes))
  const { tables, rowKey, moneyNames, originalNames } = kind
  if (hasOriginals && tables.originals) {
    const amounts = moneyNames.map((name, place) => `${name} AS ${originalNames[place]}`)
    await shipRows(
      clickhouse,
      source,
      tables.originals,
      `SELECT ${rowKey}, CAST(${entry} AS UINTEGER) AS import_id, currency, rate, ${amounts.join(', ')}
      FROM next_originals`,
    )
  }
}

/** The changes that replace figures of changed slices by `next_figures`. @param which a condition on the slices */
async function replacing(
  scratch: Scratch,
  current: JournalSlices,
  which: string,
): Promise<string[]> {
  const { rowKey, sliceKey } = current.kind
  const table = rowTable(current.kind)
  const among = (slices: string) => `(FROM ${slices} WHERE ${which})`
  const changes = [
    `SELECT ${rowKey}, ${asChange(table, '')} FROM next_figures SEMI JOIN ${among(changed)} USING (${sliceKey})`,
  ]
  const range = await rangeOf(scratch, among(replaced), current.kind)
  if (range.days.length === 0) return changes
  const before = await current.figures(range)
  return [
    ...changes,
    `SELECT ${rowKey}, ${asChange(table, '-')} FROM ${before} SEMI JOIN ${among(replaced)} USING (${sliceKey})`,
  ]
}

/** Adds the changes of an undo, which `planUndo` computed, to the journal. */
export async function shipUndo(
  clickhouse: ClickhouseConnection,
  source: ScratchWithFolder,
  entry: number,
  current: JournalSlices,
): Promise<void> {
  const { connection: scratch } = source
  const { kind } = current
  const { rowKey, sliceKey } = kind
  await shipSlices(clickhouse, source, entry, current.kind)
  const range = await rangeOf(scratch, changed, kind)
  const reader = await scratch.runAndReadAll(
    `SELECT CAST(min(coalesce(figures_since, 0)) AS INTEGER)
    FROM ${changed} LEFT JOIN next_slices USING (${sliceKey})`,
  )
  const later = await current.changesAfter(range, Number(reader.getRows()[0]?.[0] ?? 0))
  // All changes since the version that returns are reversed.
  const changes = `SELECT ${rowKey}, ${asReversed(rowTable(kind))} FROM ${later}
    JOIN (
      SELECT ${sliceKey}, is_stated, coalesce(figures_since, 0) AS figures_since
      FROM ${changed} LEFT JOIN next_slices USING (${sliceKey})
    ) USING (${sliceKey})
    WHERE since > figures_since AND is_stated`
  const rebooked = await replacing(scratch, current, 'NOT is_stated')
  const rows = changedRows(kind, entry, [changes, ...rebooked])
  await shipRows(clickhouse, source, kind.tables.rows, rows)
}

/** Comes before all other rows of an entry, because `highestEntry` reads the table `slices`. */
async function shipSlices(
  clickhouse: ClickhouseConnection,
  source: ScratchWithFolder,
  entry: number,
  kind: FactKind,
): Promise<void> {
  const { slices, changes } = kind.tables
  const rows = changedSlices(kind, entry, [`(${newVersions(entry, kind)})`], ['current_slices'])
  await shipRows(clickhouse, source, slices, rows)
  await shipRows(
    ...[clickhouse, source, changes],
    `SELECT CAST(${entry} AS UINTEGER) AS entry, ${changeColumns(kind)} FROM ${changed}`,
  )
}
