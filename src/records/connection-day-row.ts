import type { Insertable, Selectable } from 'kysely'
import type {
  DayState,
  HeldDay,
  PulledDay,
  PullProblem,
  StatedDay,
} from '../connections/connection.ts'
import type { Day } from '../values/day.ts'
import type { ConnectionDaysTable } from './tables/connection-tables.ts'

export type PulledDayRow = Selectable<ConnectionDaysTable>

export const toPulledDay = (row: PulledDayRow): PulledDay => ({
  day: row.day as Day,
  state: row.state as DayState,
  failures: row.failures,
  nextAtMs: row.nextAtMs,
  pulledAtMs: row.pulledAtMs,
  failedAtMs: row.failedAtMs,
  stated: row.stated === null ? null : toTotals(JSON.parse(row.stated)),
  held: row.held === null ? null : toHeld(JSON.parse(row.held)),
  mark: row.mark,
  entry: row.entry,
  problem: row.problem === null ? null : (JSON.parse(row.problem) as PullProblem),
})

export const toRow = (id: number, pulled: PulledDay): Insertable<ConnectionDaysTable> => ({
  connectionId: id,
  day: pulled.day,
  state: pulled.state,
  failures: pulled.failures,
  nextAtMs: pulled.nextAtMs,
  pulledAtMs: pulled.pulledAtMs,
  failedAtMs: pulled.failedAtMs,
  stated: pulled.stated && JSON.stringify(fromTotals(pulled.stated)),
  held:
    pulled.held && JSON.stringify({ ...fromTotals(pulled.held), since_ms: pulled.held.sinceMs }),
  mark: pulled.mark,
  entry: pulled.entry,
  problem: pulled.problem && JSON.stringify(pulled.problem),
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
