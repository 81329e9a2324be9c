import type { EntryKind } from '../../ledger/figure-ledger.ts'
import type { LabelKind } from '../../ledger/journal.ts'
import type { Day } from '../../values/day.ts'

/** One row with the ledger's unique id. */
export interface FigureStateTable {
  identity: string
}

/** The ledger of the journal: committed imports and undos. */
export interface FigureEntriesTable {
  id: number
  kind: EntryKind
  undoes: number | null
  /** Never before that of the previous entry. */
  committedAtMs: number
  source: string
  dayZone: string
  report: string | null
  /** The subject of a deletion or merge, in JSON; null for imports and undos. */
  subject: string | null
  /** A JSON list of names. */
  files: string
  /** A JSON list of hexadecimal SHA-256 hashes. */
  hashes: string
  rowCount: number
  sliceCount: number
  /** Null when the entry touched no slice. */
  firstDay: Day | null
  lastDay: Day | null
  /** The import request that it answers. */
  request: string | null
}

/** Hidden entries, which may have rows in the journal. */
export interface UnfinishedEntriesTable {
  id: number
  /** `cleared` after the deletion of the rows was requested. */
  state: 'writing' | 'aborted' | 'cleared'
}

/** Names of the journal's codes, and the entry that added each. */
export interface FigureLabelsTable {
  kind: LabelKind
  code: number
  name: string
  entry: number
}

/** Names of an account's codes. */
export interface AccountLabelsTable extends FigureLabelsTable {
  account: number
}

/** Secondary reports of accounts. */
export interface FigureBooksTable {
  id: number
  account: number
  name: string
}

/** Which accounts and secondary reports an entry touches; 0 for all of them. */
export interface TouchedAccountsTable {
  account: number
  entry: number
}

/** Where history began after each compaction. */
export interface HistoryHorizonsTable {
  entry: number
  sinceMs: number
}

export interface FinalityRulesTable {
  network: string
  finalAfterDays: number
}

/** Rates of currencies by day. */
export interface DailyRatesTable {
  /** 0 for rates of the installation. */
  accountId: number
  day: Day
  unit: string
  quote: string
  rate: string
  source: string
  recordedAtMs: number
}

/** The ledger of figures in ClickHouse with its codes, and what is known of history, finality and rates in any store. */
export interface LedgerTables {
  figureState: FigureStateTable
  figureEntries: FigureEntriesTable
  unfinishedEntries: UnfinishedEntriesTable
  figureLabels: FigureLabelsTable
  accountLabels: AccountLabelsTable
  figureBooks: FigureBooksTable
  touchedAccounts: TouchedAccountsTable
  historyHorizons: HistoryHorizonsTable
  finalityRules: FinalityRulesTable
  dailyRates: DailyRatesTable
}
