import type { Day } from '../values/day.ts'

/** Rows of a mediation's report whose network a person has to name: those of one day and app. */
export interface SetAsideRows {
  /** The network's name, as the report has it. */
  readonly name: string
  /** The name without case, spaces and punctuation. */
  readonly key: string
  readonly day: Day
  /** The app's id in the report; '' when it has none. */
  readonly app: string
  readonly currency: string
  readonly rows: number
  readonly impressions: bigint
  /** A decimal in major units. */
  readonly revenue: string
}

/** The rows of a report whose names are set aside, and those whose names a person answered. */
export interface NotedNames {
  readonly accountId: number
  readonly source: string
  readonly setAside: readonly SetAsideRows[]
  /** Rows that are booked because a person answered: they are not set aside any more. */
  readonly answered: readonly Pick<SetAsideRows, 'key' | 'day' | 'app'>[]
  /** A pulled report is all that its network reports of a day; null for files. */
  readonly pulled: { readonly connectionId: number; readonly day: Day } | null
  readonly files: readonly string[]
  /** The ledger entry of files; null for a connection. */
  readonly entry: number | null
}

/** Rows of one name that are not in the figures. */
export interface SetAsideName {
  readonly accountId: number
  readonly source: string
  readonly name: string
  readonly key: string
  /** The network that a person answered, while the rows are not imported again; null before. */
  readonly network: string | null
  /** The connection that pulled them; null for files. */
  readonly connectionId: number | null
  /** The files of the latest import of each day and app; none for a connection. */
  readonly files: readonly string[]
  readonly rows: number
  readonly impressions: bigint
  /** Decimals in major units, by currency. */
  readonly revenue: ReadonlyMap<string, string>
  readonly firstDay: Day
  readonly lastDay: Day
}

export interface NetworkAnswer {
  readonly accountId: number
  readonly source: string
  readonly name: string
  readonly key: string
  /** Adtally's identifier. */
  readonly network: string
}
