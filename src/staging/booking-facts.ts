import { sliceKey } from '../ledger/figure-keys.ts'
import type { LabelKind } from '../ledger/journal.ts'
import type { SourceLookup } from './other-sources.ts'
import type { RoleFacts } from './slice-roles.ts'

/** The secondary reports of the accounts that an entry touches, and the codes of their networks. */
export interface ReportCodes {
  readonly reports: readonly { readonly reportId: number; readonly name: string }[]
  /** A network of an account or of a secondary report. `owner` is the account. */
  readonly networks: readonly {
    readonly account: number
    readonly owner: number
    readonly code: number
    readonly name: string
  }[]
  /** The account's code of a name that a secondary report has under this code. */
  readonly ownerCode: (report: number, kind: LabelKind, code: number) => number
}

/** The facts that decide about mediations' rows in an entry. */
export interface BookingFacts extends ReportCodes {
  readonly entry: number
  /** Whether its rows are those of a mediation, which are all in its secondary report. */
  readonly isMediation: boolean
  /** The facts of the entry itself. */
  readonly facts: RoleFacts
  readonly entries: SourceLookup['entries']
}

/** Slices by names, which accounts and their secondary reports share. */
export const place = 'day, app, owner, name'
export const group = 'day, owner, name'

export const isAmong = (table: string): string =>
  `(${sliceKey}) IN (SELECT (${sliceKey}) FROM ${table})`

/** Whether a slice with a role has rows of a mediation. */
export const isMediated = '(booking IS NOT NULL AND name IS DISTINCT FROM own_network)'
