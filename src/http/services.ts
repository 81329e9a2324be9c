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

/** What the reporting interfaces call. */
export interface ReportServices {
  readonly accounts: Accounts
  readonly apps: AppStore
  readonly figures: ReportStore
  readonly ledger: FigureLedger
  readonly finality: FinalityRules
  /** The current UTC day. */
  readonly today: () => Day
  /** Counts requests that were refused for their credentials, by address. */
  readonly refusedLimiter: RateLimiterAbstract
  readonly settings: ReportSettings
}

export interface ReportSettings {
  /** Where clients reach the reporting interfaces, without a trailing slash. */
  readonly baseUrl: () => string
  /** The longest range a report may cover. */
  readonly maxRangeDays: number
}

/** What the public network's interface and pages call. */
export interface CommunityServices {
  readonly community: CommunityStore
  /** Counts requests of the public interface by address. */
  readonly limiter: RateLimiterAbstract
  /** Counts loads of pages by address: those of the network and of the dashboard. */
  readonly pageLimiter: RateLimiterAbstract
  readonly settings: NetworkSettings
}

export interface NetworkSettings {
  /** Where clients reach the public network, without a trailing slash. */
  readonly networkUrl: () => string
}

/** What the dashboard calls beside the reports. */
export interface DashboardServices extends ReportServices {
  readonly sessions: Sessions
  readonly call: Call
  readonly pageLimiter: RateLimiterAbstract
  /** Counts failed attempts to sign in. */
  readonly signInLimits: SignInLimits
}

export interface SignInLimits {
  /** By address and username together. */
  readonly byUsername: RateLimiterAbstract
  /** By address, whatever the username. */
  readonly byAddress: RateLimiterAbstract
  /** By the /48 of an IPv6 address. */
  readonly bySite: RateLimiterAbstract
  /** By username, wherever the attempts come from. */
  readonly byAccount: RateLimiterAbstract
  /** By username beyond {@link byAccount}: so many are still let through. */
  readonly beyondAccount: RateLimiterAbstract
  /** By username and browser, of browsers that signed in to the account before. */
  readonly byBrowser: RateLimiterAbstract
}

/** What the public listener calls. */
export interface Services extends DashboardServices, CommunityServices {
  readonly settings: ReportSettings & NetworkSettings
}
