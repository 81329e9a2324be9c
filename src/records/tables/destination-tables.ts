import type { Generated } from 'kysely'

/** Warehouses that are kept a copy of an account's figures. */
export interface DestinationsTable {
  id: Generated<number>
  accountId: number
  name: string
  kind: string
  target: string
  /** An object in JSON, encrypted. */
  secretsSealed: Uint8Array | null
  keepsHistory: number
  onMismatch: string
  state: string
  isRefilled: number
  entry: number | null
  entryAtMs: number | null
  currentAtMs: number | null
  failingSinceMs: number | null
  failures: number
  lastError: string | null
  nextAtMs: number
  leaseOwner: string | null
  leaseUntilMs: number
  createdAtMs: number
  createdBy: string | null
  ofAll: Generated<number>
}

export interface DestinationTables {
  destinations: DestinationsTable
}
