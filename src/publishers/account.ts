import type { PrimarySource } from '../facts/primary-source.ts'

/** A publisher's account. */
export interface Account {
  /** The account's key in the stores; never shown. */
  readonly id: number
  readonly username: string
  /** ISO 4217 code. */
  readonly currency: string
  /** Instant in ISO 8601, UTC. */
  readonly createdAt: string
  /** When the account was disabled; null while it is active. */
  readonly disabledAt: string | null
  /** Absent where no rule says which source of users counts. */
  readonly primarySources?: readonly PrimarySource[]
}
