import type { WarehouseTable } from '../../../warehouse/tables.ts'
import {
  currentRows,
  endedVersions,
  kinds,
  partKeys,
  partRows,
  pastRows,
  version,
  visibleSteps,
} from './clickhouse-names.ts'
import { type ClickhouseSession, quote } from './clickhouse-session.ts'

/** Replaced parts of small tables that are worth a removal. */
const maxReplacedParts = 500

/**
 * Removes what nobody sees: rows of steps that were cut off or cleared, rows that ended, and the ends of those. Steps
 * after the last visible one are left alone, because one of them may become visible now. May be cut off anywhere.
 */
export async function sweep(session: ClickhouseSession, account: string): Promise<void> {
  const owned = `account = ${quote(account)}`
  const last = String(await session.whole(`SELECT max(step) FROM adtally_steps WHERE ${owned}`))
  const unseen = `${owned} AND step < ${last} AND step NOT IN ${visibleSteps}`
  const removals = kinds.flatMap((kind) => {
    const ended = `${owned} AND ${version(kind)} IN ${endedVersions(kind)}`
    return [
      [currentRows(kind), unseen],
      [currentRows(kind), ended],
      [pastRows(kind), unseen],
    ] as const
  })
  // Ends come last: without them, rows that ended would be seen again.
  const ends = ['adtally_ends', `${owned} AND step <= ${last}`] as const
  const all = [...removals, ends]
  const rows = await session.rows(
    all
      .map(([table, where], place) => `(SELECT ${place} FROM ${table} WHERE ${where} LIMIT 1)`)
      .join(' UNION ALL '),
  )
  const places = new Set(rows.map(([place]) => Number(place)))
  for (const [place, [table, where]] of all.entries()) {
    if (places.has(place)) await session.run(`DELETE FROM ${table} WHERE ${where}`)
  }
  for (const [table, keys] of partKeys) {
    await sweepParts(session, { owned, last }, table, keys)
  }
}

/** Removes parts that others replaced, once they are many. */
async function sweepParts(
  session: ClickhouseSession,
  { owned, last }: { owned: string; last: string },
  table: WarehouseTable,
  keys: readonly string[],
): Promise<void> {
  const stored = partRows(table)
  const groups = keys.length > 0 ? `GROUP BY ${keys.join(', ')}` : ''
  const newest = `SELECT ${[...keys, 'max(step)'].join(', ')} FROM ${stored}
    WHERE ${owned} AND step IN ${visibleSteps} ${groups}`
  const replaced = `${owned} AND step < ${last} AND (${[...keys, 'step'].join(', ')}) NOT IN (${newest})`
  const count = await session.whole(`SELECT count() FROM ${stored} WHERE ${replaced}`)
  if (count > maxReplacedParts) {
    await session.run(`DELETE FROM ${stored} WHERE ${replaced}`)
  }
}
