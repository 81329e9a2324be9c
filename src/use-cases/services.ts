import type { FigureLedger } from '../ledger/figure-ledger.ts'
import type { HistoryStore } from '../ledger/history.ts'
import type { SliceFigures } from '../ledger/slice-figures.ts'
import type { MemoryBudget } from '../limits/memory-budget.ts'
import type { ChannelKind } from '../messages/channel.ts'
import type { Deliver } from '../messages/delivery.ts'
import type { Accounts } from '../records/accounts.ts'
import type { AppStore } from '../records/app-store.ts'
import type { AuditLog } from '../records/audit-log.ts'
import type { CommunityWriter } from '../records/community-writer.ts'
import type { DayNotes } from '../records/day-notes.ts'
import type { Destinations } from '../records/destinations.ts'
import type { FailedImports } from '../records/failed-imports.ts'
import type { FinalityRules } from '../records/finality-rules.ts'
import type { HistoryHorizons } from '../records/history-horizons.ts'
import type { Invitations } from '../records/invitations.ts'
import type { Keys } from '../records/keys.ts'
import type { Links } from '../records/links.ts'
import type { Alerts } from '../records/messages/alerts.ts'
import type { Channels } from '../records/messages/channels.ts'
import type { Deliveries } from '../records/messages/deliveries.ts'
import type { DigestStore } from '../records/messages/digest-store.ts'
import type { MessageProgress } from '../records/messages/message-progress.ts'
import type { NetworkMarks } from '../records/partners/network-marks.ts'
import type { PartnerStatements } from '../records/partners/partner-statements.ts'
import type { ShareBooks } from '../records/partners/share-books.ts'
import type { RateStore } from '../records/rate-store.ts'
import type { SavedCitations } from '../records/saved-citations.ts'
import type { SavedViews } from '../records/saved-views.ts'
import type { SecondFactors } from '../records/second-factors.ts'
import type { Sessions } from '../records/sessions.ts'
import type { SetAsideStore } from '../records/set-aside-store.ts'
import type { SettlementStore } from '../records/settlement/settlement-store.ts'
import type { StatementKeys } from '../records/settlement/statement-keys.ts'
import type { SetupLinks } from '../records/setup-links.ts'
import type { Users } from '../records/users.ts'
import type { WriteParquet } from '../reporting/parquet-writer.ts'
import type { ReportStore } from '../reporting/report-store.ts'
import type { SettledRevenue } from '../reporting/settled-revenue.ts'
import type { ImportLimits } from '../sources/import-limits.ts'
import type { ReadParquet } from '../sources/readers/read-table.ts'
import type { LargeImports } from '../staging/engine-share.ts'
import type { SliceStore } from '../staging/slice-store.ts'
import type { Warehouses } from '../warehouse/warehouse.ts'
import type { DayPuller, NetworkServices } from './connections/network-services.ts'

export interface Services {
  readonly audit: AuditLog
  readonly accounts: Accounts
  readonly keys: Keys
  readonly links: Links
  readonly savedViews: SavedViews
  readonly savedCitations: SavedCitations
  readonly channels: Channels
  readonly alerts: Alerts
  /** The address of the server, for links. */
  readonly baseUrl: () => string
  readonly destinations: Destinations
  readonly shareBooks: ShareBooks
  readonly partnerStatements: PartnerStatements
  readonly networkMarks: NetworkMarks
  readonly warehouses: Warehouses
  readonly deliveries: Deliveries
  readonly messageProgress: MessageProgress
  readonly deliver: Deliver
  /** Counts deliveries that succeed and that fail. */
  readonly noteDelivery: (kind: ChannelKind, isSent: boolean) => void
  readonly dayNotes: DayNotes
  readonly users: Users
  readonly setupLinks: SetupLinks
  readonly invitations: Invitations
  readonly sessions: Sessions
  readonly secondFactors: SecondFactors
  readonly apps: AppStore
  readonly community: CommunityWriter
  readonly figures: ReportStore
  /** Kept answers of the ledger about single states of it. */
  readonly ledgerMemory: MemoryBudget
  readonly ledger: FigureLedger
  /** Where the stored history begins. */
  readonly horizons: HistoryHorizons
  /** The versions that history is made of. */
  readonly history: HistoryStore
  readonly sliceFigures: SliceFigures
  readonly failedImports: FailedImports
  readonly setAside: SetAsideStore
  readonly finality: FinalityRules
  /** What networks owe and paid. */
  readonly settledRevenue: SettledRevenue
  readonly slices: SliceStore
  /** Which digests channels get, and which they got. */
  readonly digests: DigestStore
  /** What networks owe, paid and took. */
  readonly settlement: SettlementStore
  /** The keys of other Adtallys whose statements are imported. */
  readonly statementKeys: StatementKeys
  /** Daily rates of currencies. */
  readonly rates: RateStore
  readonly readParquet: ReadParquet
  readonly writeParquet: WriteParquet
  readonly now: () => Date
  /** Receives failures that do no harm. */
  readonly warn: (message: string) => void
  readonly importLimits: ImportLimits
  readonly networks: NetworkServices
  readonly puller: DayPuller
  readonly largeImports: LargeImports
  /** Cancels imports, because the process ends. */
  readonly stopImports: AbortSignal
  /** Contains unpacked copies while an import runs. */
  readonly workDirectory: string
  readonly rejectDirectory: string
  /**
   * Locks a folder by a file in it, for as long as this process lives.
   *
   * @returns releases the lock
   * @throws DatabaseInUseError when it is locked, also by this process
   */
  readonly lockFolder: (lockFile: string) => () => void
}
