import type { AppStore } from '../../records/app-store.ts'
import type { FinalityRules } from '../../records/finality-rules.ts'
import type { HistoryHorizons } from '../../records/history-horizons.ts'
import type { SavedCitations } from '../../records/saved-citations.ts'
import type { SettledRevenue } from '../../reporting/settled-revenue.ts'
import type { Day } from '../../values/day.ts'
import type { LedgerSources } from './ledger-memory.ts'

/** The stores and rules that answers to report questions are made from. */
export interface ReportSources extends LedgerSources {
  readonly apps: AppStore
  readonly horizons: HistoryHorizons
  readonly finality: FinalityRules
  readonly savedCitations: SavedCitations
  /** What networks owe and paid. */
  readonly settledRevenue: SettledRevenue
  /** The current UTC day. */
  readonly today: () => Day
}
