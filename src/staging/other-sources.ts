import { type DuckDBConnection, type DuckDBDateValue, UINTEGER, VARCHAR } from '@duckdb/node-api'
import type { FactKind } from '../facts/fact-kind.ts'
import type { LedgerEntry } from '../ledger/figure-ledger.ts'
import type { Day } from '../values/day.ts'
import { stagedKeyOf, stagedRowsOf } from './next-figures.ts'
import { type ChangedSlices, sumOf } from './read-changes.ts'
import { refuse } from './refusals.ts'
import { putTable, rowsOf } from './scratch-tables.ts'
import { rangeOf } from './slice-range.ts'
import { roleOf } from './slice-roles.ts'
import type { KeptSlices } from './slice-store.ts'
import type { CurrentSlices, StagedSlices } from './staged-slices.ts'

/** The source of an import, and the ledger that knows those of earlier ones. */
export interface SourceLookup {
  readonly source: string
  readonly entries: {
    byIds(
      ids: readonly number[],
    ): Promise<
      readonly Pick<LedgerEntry, 'id' | 'kind' | 'source' | 'request' | 'report' | 'subject'>[]
    >
  }
}

/** Without rows of mediations that count by the rule of `bookMediated`: it decides what replaces them. */
export const exceptMediations = (lookup: SourceLookup): SourceLookup => ({
  ...lookup,
  entries: {
    byIds: async (ids) => {
      const { sources } = await import('../sources/all-sources.ts')
      const found = await lookup.entries.byIds(ids)
      return found.filter((entry) => {
        const { ownNetwork, booking } = roleOf(entry, sources)
        return booking === null || ownNetwork !== null
      })
    },
  },
})

/**
 * Finds the imports among some that another source stated, with their sources. A merge of apps is no source: the next
 * import of the merged app's figures replaces it.
 */
async function findOthers(
  ids: readonly number[],
  { source, entries }: SourceLookup,
): Promise<ReadonlyMap<number, string>> {
  if (ids.length === 0) return new Map()
  const found = await entries.byIds(ids)
  const others = found.filter((entry) => entry.kind !== 'merge' && entry.source !== source)
  return new Map(others.map(({ id, source: name }) => [id, name]))
}

/**
 * Removes slices from `current_slices` that the rows do not touch and that imports of other requests stated.
 *
 * @param begin how the requests of the imports begin whose slices stay
 * @param touched a table of the slices that the rows touch
 */
export async function withdrawOtherSlices(
  scratch: DuckDBConnection,
  begin: string,
  touched: string,
  { entries }: SourceLookup,
  { sliceKey }: FactKind,
): Promise<void> {
  const untouched = `(${sliceKey}) NOT IN (SELECT (${sliceKey}) FROM ${touched})`
  const rows = await rowsOf(
    scratch,
    `SELECT DISTINCT import_id FROM current_slices WHERE ${untouched}`,
  )
  const found = await entries.byIds(rows.map(([id]) => Number(id)))
  const own = found.filter(({ request }) => request?.startsWith(begin)).map(({ id }) => id)
  const isOthers = own.length > 0 ? `import_id NOT IN (${own.join(', ')})` : 'true'
  await scratch.run(`DELETE FROM current_slices WHERE ${untouched} AND ${isOthers}`)
}

/** Counts the current slices of another source that an import replaces, by their source. */
export async function countOtherSources(
  changes: readonly ChangedSlices[],
  lookup: SourceLookup,
): Promise<ReadonlyMap<string, number>> {
  const replaced = changes.filter(({ change }) => change === 'restated' || change === 'unchanged')
  const sources = await findOthers([...new Set(replaced.map((one) => one.replacedImport!))], lookup)
  const counts = new Map<string, number>()
  for (const [id, source] of sources) {
    const slices = sumOf(replaced.filter(({ replacedImport }) => replacedImport === id))
    counts.set(source, (counts.get(source) ?? 0) + slices)
  }
  return counts
}

/**
 * Removes the staged rows of slices that another source stated.
 *
 * @returns the slices that are kept so, by their source and network
 * @throws Refusal `every_slice_kept` when no row is left
 */
export async function keepOtherSources(
  { scratch, kind }: StagedSlices,
  lookup: SourceLookup,
  current: CurrentSlices,
): Promise<KeptSlices[]> {
  const { sliceKey, sliceLabel, versionColumns } = kind
  const staged = `${stagedKeyOf(kind)} ${stagedRowsOf(kind)}`
  await scratch.run(`CREATE OR REPLACE TEMP TABLE touched AS
    SELECT DISTINCT ${sliceKey} FROM (SELECT ${staged})`)
  const touched = await rangeOf(scratch, 'touched', kind)
  await scratch.run(`CREATE OR REPLACE TEMP TABLE current_slices AS
    SELECT ${versionColumns} FROM ${await current.slices(touched)}
    SEMI JOIN touched USING (${sliceKey})`)
  const stated = await rowsOf(scratch, 'SELECT DISTINCT import_id FROM current_slices')
  const sources = await findOthers(
    stated.map(([id]) => Number(id)),
    lookup,
  )
  if (sources.size === 0) return []
  await scratch.run(`CREATE OR REPLACE TEMP TABLE left_out AS
    SELECT * FROM (SELECT stage.rowid AS place, stage.${sliceLabel} AS name, ${staged})
    JOIN (
      SELECT ${sliceKey}, import_id FROM current_slices
      WHERE import_id IN (${[...sources.keys()].join(', ')})
    ) USING (${sliceKey})`)
  await scratch.run('DELETE FROM stage WHERE rowid IN (SELECT place FROM left_out)')
  const [left] = await rowsOf(scratch, 'SELECT count(*) FROM stage')
  if (Number(left![0]) === 0) {
    throw refuse('every_slice_kept', { sources: [...new Set(sources.values())] })
  }
  await putTable(scratch, 'kept_sources', { import_id: UINTEGER, source: VARCHAR }, [...sources])
  const kept = await rowsOf(
    scratch,
    `SELECT source, name, count(DISTINCT (${sliceKey})), count(*), min(day), max(day)
    FROM left_out JOIN kept_sources USING (import_id) GROUP BY source, name ORDER BY source, name`,
  )
  return kept.map(([source, network, slices, rows, firstDay, lastDay]) => ({
    source: String(source),
    network: String(network),
    slices: Number(slices),
    rows: Number(rows),
    firstDay: (firstDay as DuckDBDateValue).days as Day,
    lastDay: (lastDay as DuckDBDateValue).days as Day,
  }))
}
