import type {
  CommunityImportOptions,
  CommunitySummary,
  RecordKindName,
} from '../community/import/import-community.ts'
import type { GapLabel } from '../ledger/reconcile.ts'
import type { Account } from '../publishers/account.ts'
import type { NewAccount } from '../publishers/accounts.ts'
import type { AppsSummary } from '../publishers/import-apps.ts'
import type { ImportProgress, OnProgress } from '../sources/import-progress.ts'
import type { GivenFile, InputFormat } from '../sources/readers/input-file.ts'
import type { ImportSummary } from '../staging/import-summary.ts'
import type { RateFile } from '../staging/rates.ts'

/** An account as operators see it. */
export type AccountView = Pick<Account, 'username' | 'currency' | 'createdAt' | 'disabledAt'>

/** An account whose key was just issued. */
export interface KeyView {
  readonly username: string
  readonly key: string
}

export interface PasswordRequest {
  readonly username: string
  readonly password: string
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
  /** The name of a secondary report that the rows are kept as; absent for figures that count. */
  readonly as?: string
  readonly rates?: RateFile
  readonly createApps?: string
  readonly skipBadRows?: boolean
}

export interface CommunityImportRequest extends CommunityImportOptions {
  readonly kind: RecordKindName
}

/** A line of the ledger of imports; amounts are decimals in major units. */
export interface LedgerView {
  readonly id: number
  readonly kind: 'import' | 'undo'
  readonly committed_at: string
  readonly undoes: number | null
  readonly undone_by: number | null
  readonly source: string
  readonly day_zone: string
  readonly report: string | null
  readonly files: readonly { readonly name: string; readonly sha256: string }[]
  readonly rows: number
  readonly slices: number
  readonly first_day: string | null
  readonly last_day: string | null
  readonly changes: readonly {
    readonly account: string
    readonly currency: string
    readonly impressions: string
    readonly revenue: string
  }[]
}

export interface LedgerRequest {
  /** Goes on below this id; the newest when absent. */
  readonly before?: number
  readonly limit: number
}

/** What became of the slices of an import that was withdrawn. */
export interface UndoView {
  readonly undo: number
  readonly import: number
  readonly restored_slices: number
  readonly removed_slices: number
  readonly kept_slices: number
}

export interface ReconcileRequest {
  /** The secondary report. */
  readonly report: string
  /** Every account that has such a report when absent. */
  readonly username?: string
  /** `YYYY-MM-DD`; all days when absent. */
  readonly firstDay?: string
  readonly lastDay?: string
  /** Percent of the larger amount, as a decimal of at most two places. */
  readonly tolerancePercent: string
}

/** One day, app and network of two reports; amounts are decimals in major units. */
export interface GapView {
  readonly date: string
  readonly account: string
  readonly app_id: string
  readonly ad_network: string
  readonly primary: { readonly impressions: string; readonly revenue: string } | null
  readonly secondary: { readonly impressions: string; readonly revenue: string } | null
  readonly gap: string
  readonly currency: string
  readonly label: GapLabel
}

/** After how many days a network's figures are final. */
export interface FinalityView {
  readonly network: string
  readonly final_after_days: number
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
  /** Sets the password of the dashboard's sign-in, and signs the account out everywhere. */
  setPassword(request: PasswordRequest): Promise<AccountView>
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
  /** Imports and undos, the newest first. */
  listImports(request: LedgerRequest): Promise<LedgerView[]>
  undoImport(importId: number): Promise<UndoView>
  reconcile(request: ReconcileRequest): Promise<GapView[]>
  /** The rules that were set; all other networks have the usual one. */
  listFinality(): Promise<FinalityView[]>
  setFinality(rule: FinalityView): Promise<FinalityView>
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
