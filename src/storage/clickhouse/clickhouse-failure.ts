import { ClickHouseError } from '@clickhouse/client'
import { answerTooLarge, totalTooLarge } from '../../reporting/report-error.ts'
import { StoreUnavailableError } from '../../values/store-unavailable-error.ts'

/** Errors of a server that runs but cannot answer now. */
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

/** The errors of a server while too few replicas are up, or behind, to store rows safely. */
const tooFewReplicas: ReadonlySet<string> = new Set([
  'TOO_FEW_LIVE_REPLICAS',
  'UNSATISFIED_QUORUM_FOR_PREVIOUS_WRITE',
])

/** Whether a node could not be reached, so that another one should be tried. */
export function isUnreachable(error: unknown): boolean {
  return !(error instanceof ClickHouseError) && !(error instanceof StoreUnavailableError)
}

/** Converts an error of a node or its connection into the error for callers. */
export function toFailure(error: unknown): Error {
  if (error instanceof StoreUnavailableError) return error
  if (!(error instanceof ClickHouseError)) {
    const advice = 'Check that it is running and that ADTALLY_CLICKHOUSE_URL is right.'
    return new StoreUnavailableError(`ClickHouse does not answer. ${advice}`, { cause: error })
  }
  if (error.type === 'CANNOT_CONVERT_TYPE') return totalTooLarge(error)
  if (tooFewReplicas.has(error.type ?? '')) {
    return new StoreUnavailableError(
      'Too few replicas of ClickHouse are up, so nothing can be imported. Import again once they are back.',
      { cause: error },
    )
  }
  if (unavailable.has(error.type ?? '')) {
    return new StoreUnavailableError(
      'ClickHouse cannot answer now. Check its log, then try again.',
      { cause: error },
    )
  }
  return error
}

/** Errors of questions that exceed a limit of the server or of its user's profile. */
const beyondLimits: ReadonlySet<string> = new Set([
  'MEMORY_LIMIT_EXCEEDED',
  'TOO_MANY_ROWS',
  'TOO_MANY_BYTES',
  'TOO_MANY_ROWS_OR_BYTES',
])

/** All queries together need too much: a smaller question could fail too, and this one may succeed later. */
const sharedMemory = /\(total\)|\(for user\)|\buser memory limit/i

/**
 * Refuses a question that needs too much, as DuckDB does: it would fail again. Imports can be tried again.
 *
 * @throws ReportError `answer_too_large`, or else the failure itself
 */
export function refuseTooLarge(failure: Error): never {
  const error = failure instanceof StoreUnavailableError ? failure.cause : failure
  const isTooLarge =
    error instanceof ClickHouseError &&
    beyondLimits.has(error.type ?? '') &&
    !sharedMemory.test(error.message)
  throw isTooLarge ? answerTooLarge(failure) : failure
}

/** Whether the table or database of a statement does not exist. */
export const isMissing = (error: unknown): boolean =>
  error instanceof ClickHouseError && /^UNKNOWN_(DATABASE|TABLE)$/.test(error.type ?? '')
