import type { Insertable, Selectable } from 'kysely'
import type { HeldDay, PulledDay, StatedDay } from '../connections/connection.ts'
import type { ConnectionDaysTable } from './tables/connection-tables.ts'

export type PulledDayRow = Selectable<ConnectionDaysTable>

export function toPulledDay(row: PulledDayRow): PulledDay {
  const { connectionId: _, stated, held, problem, depth, ...day } = row
  return {
    ...day,
    stated: stated === null ? null : toTotals(JSON.parse(stated)),
    held: held === null ? null : toHeld(JSON.parse(held)),
    problem: problem === null ? null : JSON.parse(problem),
    depth: depth === null ? null : JSON.parse(depth),
  }
}

export const toRow = (
  id: number,
  { stated, held, problem, depth, ...day }: PulledDay,
): Insertable<ConnectionDaysTable> => ({
  ...day,
  connectionId: id,
  stated: stated && JSON.stringify(fromTotals(stated)),
  held: held && JSON.stringify({ ...fromTotals(held), since_ms: held.sinceMs }),
  problem: problem && JSON.stringify(problem),
  depth: depth && JSON.stringify(depth),
})

/** Sums are texts, as they may exceed what JSON's numbers hold. */
interface StoredTotals {
  readonly rows: number
  readonly impressions: string
  readonly revenue_micros: string
}

const fromTotals = ({ rows, impressions, revenueMicros }: StatedDay): StoredTotals => ({
  rows,
  impressions: impressions.toString(),
  revenue_micros: revenueMicros.toString(),
})

const toTotals = ({
  rows,
  impressions,
  revenue_micros: revenueMicros,
}: StoredTotals): StatedDay => ({
  rows,
  impressions: BigInt(impressions),
  revenueMicros: BigInt(revenueMicros),
})

const toHeld = (stored: StoredTotals & { readonly since_ms: number }): HeldDay => ({
  ...toTotals(stored),
  sinceMs: stored.since_ms,
})
