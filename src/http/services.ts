import type { RateLimiterAbstract } from 'rate-limiter-flexible'
import type { CommunityStore } from '../community/community-store.ts'
import type { FigureLedger } from '../ledger/figure-ledger.ts'
import type { FinalityRules } from '../ledger/finality.ts'
import type { Accounts } from '../publishers/accounts.ts'
import type { AppStore } from '../publishers/app-store.ts'
import type { Sessions } from '../publishers/sessions.ts'
import type { ReportStore } from '../reporting/report-store.ts'
import type { Call } from '../use-cases/use-case.ts'
import type { Day } from '../values/day.ts'

/** Used by the reporting interfaces. */
export interface ReportServices {
  readonly accounts: Accounts
  readonly apps: AppStore
  readonly figures: ReportStore
  readonly ledger: FigureLedger
  readonly finality: FinalityRules
  /** The current UTC day. */
  readonly today: () => Day
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
  readonly settings: NetworkSettings
}

export interface NetworkSettings {
  /** The public URL of the public network, without a trailing slash. */
  readonly networkUrl: () => string
}

/** Used by the dashboard. */
export interface DashboardServices extends ReportServices {
  readonly sessions: Sessions
  readonly call: Call
  /** Counts failed attempts to sign in. */
  readonly signInLimits: SignInLimits
}

export interface SignInLimits {
  /** By IP address and username together. */
  readonly byUsername: RateLimiterAbstract
  /** By IP address. */
  readonly byAddress: RateLimiterAbstract
}

/** Used by the public listener. */
export interface Services extends DashboardServices, CommunityServices {
  readonly settings: ReportSettings & NetworkSettings
}
