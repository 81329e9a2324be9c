import type { RateLimiterAbstract } from 'rate-limiter-flexible'
import type { CommunityStore } from '../community/community-store.ts'
import type { FigureLedger } from '../ledger/figure-ledger.ts'
import type { SliceFigures } from '../ledger/slice-figures.ts'
import type { MemoryBudget } from '../limits/memory-budget.ts'
import type { IdentityProvider } from '../publishers/provider-sign-in.ts'
import type { Accounts } from '../records/accounts.ts'
import type { AppStore } from '../records/app-store.ts'
import type { AuditLog } from '../records/audit-log.ts'
import type { FinalityRules } from '../records/finality-rules.ts'
import type { HistoryHorizons } from '../records/history-horizons.ts'
import type { Invitations } from '../records/invitations.ts'
import type { Keys } from '../records/keys.ts'
import type { Links } from '../records/links.ts'
import type { Channels } from '../records/messages/channels.ts'
import type { ShareBooks } from '../records/partners/share-books.ts'
import type { ProviderSignIns } from '../records/provider-sign-ins.ts'
import type { SavedCitations } from '../records/saved-citations.ts'
import type { SecondFactors } from '../records/second-factors.ts'
import type { Sessions } from '../records/sessions.ts'
import type { SetupLinks } from '../records/setup-links.ts'
import type { Users } from '../records/users.ts'
import type { WriteParquet } from '../reporting/parquet-writer.ts'
import type { ReportStore } from '../reporting/report-store.ts'
import type { SettledRevenue } from '../reporting/settled-revenue.ts'
import type { Vault } from '../sealing/vault.ts'
import type { ImportRequests } from '../use-cases/import-requests/import-requests.ts'
import type { CallAs } from '../use-cases/use-case.ts'
import type { Day } from '../values/day.ts'
import type { FileSpace } from './answer/parquet/parquet-files.ts'

export type { FileSpace }

/** Used by imports over HTTP. */
export interface ImportServices extends ReportServices {
  readonly importRequests: ImportRequests
  readonly callAs: CallAs
}

/** Used by the reporting interfaces. */
export interface ReportServices {
  readonly audit: AuditLog
  readonly accounts: Accounts
  readonly keys: Keys
  readonly links: Links
  readonly apps: AppStore
  readonly figures: ReportStore
  readonly writeParquet: WriteParquet
  /** For Parquet files that are served. */
  readonly fileSpace: FileSpace
  readonly ledger: FigureLedger
  /** Where the stored history begins. */
  readonly horizons: HistoryHorizons
  /** The memory for everything that is kept to answer from. */
  readonly answerMemory: MemoryBudget
  /** Kept answers of the ledger about single states of it. */
  readonly ledgerMemory: MemoryBudget
  readonly sliceFigures: SliceFigures
  readonly finality: FinalityRules
  readonly savedCitations: SavedCitations
  /** What networks owe and paid. */
  readonly settledRevenue: SettledRevenue
  /** The current UTC day. */
  readonly today: () => Day
  /** Counts requests that were refused for their credentials, by address. */
  readonly refusedLimiter: RateLimiterAbstract
  readonly settings: ReportSettings
}

export interface ReportSettings {
  /** The public URL of the reporting interfaces, without a trailing slash. */
  readonly baseUrl: () => string
  /** The longest range a report may cover. */
  readonly maxRangeDays: number
}

/** Used by the public network's interface and pages. */
export interface CommunityServices {
  readonly community: CommunityStore
  /** Counts requests of the public interface by IP address. */
  readonly limiter: RateLimiterAbstract
  /** Counts loads of pages by address: those of the network and of the dashboard. */
  readonly pageLimiter: RateLimiterAbstract
  readonly settings: NetworkSettings
}

export interface NetworkSettings {
  /** The public URL of the public network, without a trailing slash. */
  readonly networkUrl: () => string
}

/** Used by the dashboard. */
export interface DashboardServices extends ReportServices {
  /** Which accounts have partners, and which are some. */
  readonly shareBooks: Pick<ShareBooks, 'roleOf'>
  readonly users: Users
  readonly setupLinks: SetupLinks
  readonly invitations: Invitations
  readonly sessions: Sessions
  readonly secondFactors: SecondFactors
  /** The studio's identity provider; null for none. */
  readonly provider: IdentityProvider | null
  readonly providerSignIns: ProviderSignIns
  readonly vault: Vault
  readonly importRequests: ImportRequests
  readonly callAs: CallAs
  readonly channels: Channels
  readonly pageLimiter: RateLimiterAbstract
  /** Counts failed attempts to sign in. */
  readonly signInLimits: SignInLimits
}

export interface SignInLimits {
  /** By IP address and username together. */
  readonly byUsername: RateLimiterAbstract
  /** By IP address. */
  readonly byAddress: RateLimiterAbstract
  /** By the /48 of an IPv6 address. */
  readonly bySite: RateLimiterAbstract
  /** By username, wherever the attempts come from. */
  readonly byAccount: RateLimiterAbstract
  /** How many are let through by username beyond {@link byAccount}. */
  readonly beyondAccount: RateLimiterAbstract
  /** By username and browser, of browsers that signed in to the account before. */
  readonly byBrowser: RateLimiterAbstract
  /** Codes of second factors, by user. */
  readonly byCode: RateLimiterAbstract
}

/** Used by the public listener. */
export interface PublicServices extends DashboardServices, CommunityServices, ImportServices {
  readonly settings: ReportSettings & NetworkSettings
}
