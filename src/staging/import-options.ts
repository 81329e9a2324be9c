import type { GivenRates } from '../currencies/given-rates.ts'
import type { ImportedFactName } from '../facts/kinds.ts'
import type { App } from '../publishers/app.ts'
import type { ShareBooks } from '../records/partners/share-books.ts'
import type { RateStore } from '../records/rate-store.ts'
import type { SetAsideStore } from '../records/set-aside-store.ts'
import type { InputFormat } from '../sources/readers/input-file.ts'
import type { Reading } from '../sources/readers/reading.ts'
import type { WantedSource } from '../sources/recognise.ts'
import type { NetworkSource } from '../sources/source.ts'
import type { Booking } from '../values/booking.ts'
import type { Day } from '../values/day.ts'
import type { LargeImports } from './engine-share.ts'
import type { ImportAccount } from './import-account.ts'
import type { ImportSummary } from './import-summary.ts'
import type { AppLookup } from './match-apps.ts'
import type { SliceStore } from './slice-store.ts'

export interface FigureImportOptions {
  /** The source of the files. */
  readonly source: WantedSource
  /** All known sources. */
  readonly sources: Iterable<NetworkSource>
  /** The files' format; absent when their names tell it. */
  readonly inputFormat?: InputFormat
  /** The kind of fact that the files are read as; absent for what their columns tell. */
  readonly kind?: ImportedFactName
  /** The day of a report without days. */
  readonly day?: Day
  /** The app of a report without apps. */
  readonly app?: App
  /** The network of a report without networks. */
  readonly network?: string
  /** Adds the rows to the current slices instead of replacing them. */
  readonly partial?: boolean
  /** Stores the rows as the secondary report of this name. */
  readonly as?: string
  /** How rows of a mediation are booked; `auto` when absent, and with `as` of no effect. */
  readonly booking?: Booking
  /** Rates for rows that are not in their account's currency. */
  readonly rates?: GivenRates
  /** The only account whose apps count, and whether unknown apps are created in it. */
  readonly target?: ImportAccount
  /** Keeps slices that another source stated, instead of replacing them. */
  readonly keepOtherSources?: boolean
  /** Leaves out slices with bad rows instead of refusing the import. */
  readonly skipBadRows?: boolean
  /** The connection that pulled the files, which are all that its network reports of a day. */
  readonly pulled?: PulledReport
  /** The request that the import answers; its ledger entry has its id. */
  readonly answers?: AnsweredRequest
}

/** The whole report of a day, as a connection pulled it. */
export interface PulledReport {
  /** The beginning of the requests of all imports of the connection. */
  readonly requestsOf: string
  /** Every row is of this day. */
  readonly day: Day
  /** The clock whose midnights divide the report's days, instead of the source's. */
  readonly dayZone: string
  /** The connector's name. */
  readonly connector: string
  /** Whether the rows are those of a mediation. */
  readonly isMediation: boolean
}

/** An import request, which must not be imported twice. */
export interface AnsweredRequest {
  readonly id: string
  /** Runs right before the import is written. @throws whatever keeps it from being written */
  readonly onSummary: (summary: ImportSummary) => Promise<void>
}

export interface FigureImportServices extends AppLookup, Reading {
  readonly setAside: SetAsideStore
  readonly shareBooks: Pick<ShareBooks, 'partnersAmong'>
  readonly slices: SliceStore
  readonly rates: Pick<RateStore, 'find'>
  readonly largeImports: LargeImports
  readonly now: () => Date
  /** For unpacked copies of files while an import runs. */
  readonly workDirectory: string
  /** For reject files. */
  readonly rejectDirectory: string
}
