import type { Account } from '../accounts/account.ts'
import type { NewAccount } from '../accounts/accounts.ts'
import type { AppsSummary } from '../ingestion/apps/import-apps.ts'
import type {
  CommunityImportOptions,
  CommunitySummary,
  RecordKindName,
} from '../ingestion/community/import-community.ts'
import type { GivenFile, InputFormat } from '../ingestion/files/input-file.ts'
import type { ImportProgress, OnProgress } from '../ingestion/import-progress.ts'
import type { RateFile } from '../ingestion/rates.ts'
import type { ImportSummary } from '../ingestion/stats/import-summary.ts'

/** An account as operators see it. */
export type AccountView = Pick<Account, 'username' | 'currency' | 'createdAt' | 'disabledAt'>

/** An account whose key was just issued. */
export interface KeyView {
  readonly username: string
  readonly key: string
}

export interface AppsImportRequest {
  readonly inputFormat?: InputFormat
}

export interface StatsImportRequest extends AppsImportRequest {
  /** A name of `sources`, `adtally` for its own format, or `auto`, which is the default. */
  readonly source?: string
  /** `YYYY-MM-DD`, of a report without days. */
  readonly day?: string
  /** The app_id of the app that a report without apps is about. */
  readonly app?: string
  /** The network that a report without networks is about. */
  readonly network?: string
  readonly partial?: boolean
  readonly rates?: RateFile
  readonly createApps?: string
  readonly skipBadRows?: boolean
}

export interface CommunityImportRequest extends CommunityImportOptions {
  readonly kind: RecordKindName
}

export interface AppLink {
  readonly network: string
  readonly networkAppId: string
  readonly appId: string
}

/**
 * What an operator can do to an installation. The same whether the stores are opened here or a
 * server that owns them is asked to.
 *
 * Every operation throws {@link RefusedError} when it cannot be done as asked.
 */
export interface Operations {
  createAccount(account: NewAccount): Promise<KeyView>
  listAccounts(): Promise<AccountView[]>
  rotateKey(username: string): Promise<KeyView>
  disableAccount(username: string): Promise<AccountView>
  linkApp(link: AppLink): Promise<AppLink>
  importApps(files: readonly GivenFile[], request: AppsImportRequest): Promise<AppsSummary>
  importCommunity(
    files: readonly GivenFile[],
    request: CommunityImportRequest,
    onProgress: OnProgress,
  ): Promise<CommunitySummary>
  importStats(
    files: readonly GivenFile[],
    request: StatsImportRequest,
    onProgress: OnProgress,
  ): Promise<ImportSummary>
}

/** An operation that cannot be done as asked; nothing was changed. */
export class RefusedError extends Error {
  override readonly name = 'RefusedError'
  /** More lines, one for each bad cell of an import. */
  readonly details: readonly string[]

  constructor(message: string, details: readonly string[] = []) {
    super(message)
    this.details = details
  }
}

/** What a server says, a line at a time, of an operation it was asked to do. */
export type OperationEvent<Result> =
  | { readonly progress: ImportProgress }
  | { readonly result: Result }
  | { readonly refused: string; readonly details: readonly string[] }
  | { readonly failed: string }
