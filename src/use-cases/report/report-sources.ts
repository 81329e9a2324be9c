import type { FigureLedger } from '../../ledger/figure-ledger.ts'
import type { MemoryBudget } from '../../limits/memory-budget.ts'
import type { AppStore } from '../../records/app-store.ts'
import type { FinalityRules } from '../../records/finality-rules.ts'
import type { HistoryHorizons } from '../../records/history-horizons.ts'
import type { ReportStore } from '../../reporting/report-store.ts'
import type { Day } from '../../values/day.ts'

/** The stores and rules that answers to report questions are made from. */
export interface ReportSources {
  readonly apps: AppStore
  readonly figures: ReportStore
  readonly ledger: FigureLedger
  readonly horizons: HistoryHorizons
  /** For what is asked of the ledger with every report. Small, so it is there where no answers are kept. */
  readonly ledgerMemory: MemoryBudget
  readonly finality: FinalityRules
  /** The current UTC day. */
  readonly today: () => Day
}
