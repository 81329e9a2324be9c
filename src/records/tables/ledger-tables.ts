/** One row with the ledger's unique id. */
export interface FigureStateTable {
  identity: string
}

/** The ledger of the journal: committed imports and undos. */
export interface FigureEntriesTable {
  id: number
  kind: string
  undoes: number | null
  /** Never before that of the previous entry. */
  committed_at_ms: number
  source: string
  day_zone: string
  report: string | null
  /** The subject of a deletion or merge, in JSON; null for imports and undos. */
  subject: string | null
  /** A JSON list of names. */
  files: string
  /** A JSON list of hexadecimal SHA-256 hashes. */
  hashes: string
  row_count: number
  slice_count: number
  /** Days since 1970-01-01; null when the entry touched no slice. */
  first_day: number | null
  last_day: number | null
  /** The import request that it answers. */
  request: string | null
}

/** Hidden entries, which may have rows in the journal. */
export interface UnfinishedEntriesTable {
  id: number
  /** `writing`, `aborted`, or `cleared` after the deletion of the rows was requested. */
  state: string
}

/** Names of the journal's codes, and the entry that added each. */
export interface FigureLabelsTable {
  kind: string
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
  since_ms: number
}

export interface FinalityRulesTable {
  network: string
  final_after_days: number
}

/** Rates of currencies by day. */
export interface DailyRatesTable {
  /** 0 for rates of the installation. */
  account_id: number
  /** Days since 1970-01-01. */
  day: number
  unit: string
  quote: string
  rate: string
  source: string
  recorded_at_ms: number
}

/** The ledger of figures in ClickHouse with its codes, and what is known of history, finality and rates in any store. */
export interface LedgerTables {
  figure_state: FigureStateTable
  figure_entries: FigureEntriesTable
  unfinished_entries: UnfinishedEntriesTable
  figure_labels: FigureLabelsTable
  account_labels: AccountLabelsTable
  figure_books: FigureBooksTable
  touched_accounts: TouchedAccountsTable
  history_horizons: HistoryHorizonsTable
  finality_rules: FinalityRulesTable
  daily_rates: DailyRatesTable
}
