import type { AnswerBounds } from './answer/answer-queues.ts'
import type { ConnectionBounds } from './plugins/connections.ts'

/** The limits that a listener sets for its clients. docs/limits.md lists every number. */
export interface Bounds extends ConnectionBounds, AnswerBounds {}

/** The public listener's, where flags and variables do not say otherwise. */
export const defaultBounds: Bounds = {
  maxConnections: 10_000,
  maxConnectionsPerAddress: 256,
  maxPipelined: 16,
  maxAnswers: 64,
  maxAnswersPerAccount: 8,
  headTimeoutMs: 15_000,
  requestTimeoutMs: 30_000,
  // Longer than proxies keep their connections, so that none is closed while a request is under way.
  idleTimeoutMs: 72_000,
  // The system takes megabytes before it takes more, which a slow client reads in this time.
  stallTimeoutMs: 60_000,
}

/** The operator listener's: its clients hold the token, and send files of any length. */
export const operatorBounds: Bounds = {
  ...defaultBounds,
  maxConnections: 1_000,
  maxConnectionsPerAddress: 1_000,
  requestTimeoutMs: 0,
  // A command may wait at a terminal before it prints.
  stallTimeoutMs: 0,
}
