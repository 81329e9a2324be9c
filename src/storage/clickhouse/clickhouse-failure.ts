import { ClickHouseError } from '@clickhouse/client'
import { StoreUnavailableError } from '../../values/store-unavailable-error.ts'
import { totalTooLarge } from '../sql/total-too-large.ts'

/** What a server says that lives and yet cannot answer now. */
const unavailable: ReadonlySet<string> = new Set([
  'TIMEOUT_EXCEEDED',
  'SOCKET_TIMEOUT',
  'NETWORK_ERROR',
  'ALL_CONNECTION_TRIES_FAILED',
  'ATTEMPT_TO_READ_AFTER_EOF',
  'TOO_MANY_SIMULTANEOUS_QUERIES',
  'MEMORY_LIMIT_EXCEEDED',
  'SERVER_OVERLOADED',
  'KEEPER_EXCEPTION',
  'TABLE_IS_READ_ONLY',
  'ALL_REPLICAS_ARE_STALE',
  'ALL_REPLICAS_LOST',
  'REPLICA_IS_NOT_IN_QUORUM',
  'UNKNOWN_STATUS_OF_INSERT',
])

/** What a server says while too few replicas are up, or behind, to store rows safely. */
const tooFewReplicas: ReadonlySet<string> = new Set([
  'TOO_FEW_LIVE_REPLICAS',
  'UNSATISFIED_QUORUM_FOR_PREVIOUS_WRITE',
])

/** Whether a node could not be reached, so that another one may know the answer. */
export function isLost(error: unknown): boolean {
  return !(error instanceof ClickHouseError) && !(error instanceof StoreUnavailableError)
}

/** Turns an error of a node, or of the way to it, into what a reader is told. */
export function toFailure(error: unknown): Error {
  if (error instanceof StoreUnavailableError) return error
  if (!(error instanceof ClickHouseError)) {
    return new StoreUnavailableError('The figures cannot be reached.', { cause: error })
  }
  if (error.type === 'CANNOT_CONVERT_TYPE') return totalTooLarge(error)
  if (tooFewReplicas.has(error.type ?? '')) {
    return new StoreUnavailableError(
      'Too few replicas of ClickHouse are up, so nothing can be imported. Import again once they are back.',
      { cause: error },
    )
  }
  if (unavailable.has(error.type ?? '')) {
    return new StoreUnavailableError('The figures cannot answer now.', { cause: error })
  }
  return error
}

/** Whether the table or the database of a statement is not there. */
export const isMissing = (error: unknown): boolean =>
  error instanceof ClickHouseError && /^UNKNOWN_(DATABASE|TABLE)$/.test(error.type ?? '')
