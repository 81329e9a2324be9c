import { folderNameOf } from '../values/folder-name.ts'

export const destinationKinds = ['postgresql', 'clickhouse', 'duckdb', 'parquet', 's3'] as const

export type DestinationKind = (typeof destinationKinds)[number]

/** Whether copies of a kind may have earlier versions of rows. Files of current rows are rewritten instead. */
export const mayKeepHistory = (kind: DestinationKind): boolean =>
  kind !== 'parquet' && kind !== 's3'

/** `refused` is what Adtally made of it, because its copy was changed by hand: see `onMismatch`. */
export const destinationStates = ['on', 'paused', 'refused'] as const

export type DestinationState = (typeof destinationStates)[number]

/** What is done when a copy does not add up to its proof: fill it again, or leave it and tell. */
export const mismatchRules = ['repair', 'refuse'] as const

export type MismatchRule = (typeof mismatchRules)[number]

/** A warehouse that is kept a copy of an account's figures. */
export interface Destination {
  readonly id: number
  readonly accountId: number
  readonly name: string
  readonly kind: DestinationKind
  /** Whether it is one of all accounts, which the operator has. */
  readonly ofAll: boolean
  /** The host and database, or the path of the file: without a password. */
  readonly target: string
  /** Whether earlier versions of rows stay in the copy. */
  readonly keepsHistory: boolean
  readonly onMismatch: MismatchRule
  readonly state: DestinationState
  /** Whether it is filled anew at its next turn. */
  readonly isRefilled: boolean
  /** The ledger entry that the copy has; null before it was filled. */
  readonly entry: number | null
  /** When that entry was committed. */
  readonly entryAtMs: number | null
  /** When the copy was last found or made current. */
  readonly currentAtMs: number | null
  /** Null while it succeeds. */
  readonly failingSinceMs: number | null
  readonly failures: number
  readonly lastError: string | null
  /** Not before then. */
  readonly nextAtMs: number
  readonly createdAtMs: number
  /** The name of the actor; null for a command. */
  readonly createdBy: string | null
}

export const maxDestinations = 10

/** Stands for all accounts in commands about destinations. No account has this name. */
export const allAccounts = '@all'

const accountMark = '{account}'

/** Whether an address is another one for each account. */
export const isPerAccount = (address: string): boolean => address.includes(accountMark)

/** The address for an account: its name is in the place of `{account}`. */
export const addressFor = (address: string, username: string): string =>
  address.replaceAll(accountMark, folderNameOf(username, ''))

const [second, minute] = [1_000, 60_000]

/** The waits after failures in a row: from ten seconds to half an hour. */
const waitsMs = [10 * second, minute, 5 * minute, 15 * minute]

/** @param failures in a row, 1 or more @returns when to try again, in milliseconds from now */
export const retryAfterMs = (failures: number): number => waitsMs[failures - 1] ?? 30 * minute
