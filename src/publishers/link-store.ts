import type { Account } from './account.ts'
import type { ReportLink } from './report-link.ts'

export interface FoundLink {
  readonly link: ReportLink
  readonly account: Account
}

/** PORT: stores report links by the hash of their token. */
export interface LinkStore {
  /** @returns null when the account has a link with this name */
  insert(link: Omit<ReportLink, 'id'>, tokenHash: Uint8Array): Promise<ReportLink | null>
  /** By name. */
  ofAccount(accountId: number): Promise<ReportLink[]>
  byHash(tokenHash: Uint8Array): Promise<FoundLink | null>
  /** @returns whether the account had a link with this name */
  remove(accountId: number, name: string): Promise<boolean>
}
