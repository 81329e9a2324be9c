import { createHash } from 'node:crypto'

/** A place in the rows of a question, on one state of the figures. */
export interface ReportCursor {
  /** Of the figures. */
  readonly generation: number
  /** The last ledger entry of the state. */
  readonly entry: number
  /** How many rows come before. */
  readonly offset: number
  /** The key of the last app whose name decides about rows; 0 where names do not. */
  readonly lastApp: number
  /** The hash of the question, and the hash of the account and apps that it covers. */
  readonly question: string
  readonly scope: string
}

const form = /^g(\d{1,12})e(\d{1,10})o(\d{1,12})a(\d{1,10})q([0-9a-f]{16})s([0-9a-f]{16})$/
const largestId = 2 ** 32 - 1

/** An opaque cursor. */
export function writeReportCursor(cursor: ReportCursor): string {
  const { generation, entry, offset, lastApp, question, scope } = cursor
  const text = `g${generation}e${entry}o${offset}a${lastApp}q${question}s${scope}`
  return Buffer.from(text, 'latin1').toString('base64url')
}

/** @returns null for text that {@link writeReportCursor} never writes */
export function readReportCursor(text: string): ReportCursor | null {
  const decoded = Buffer.from(text, 'base64url').toString('latin1')
  const [, ...parts] = form.exec(decoded) ?? []
  const [generation, entry, offset, lastApp] = parts.slice(0, 4).map(Number)
  const [question, scope] = parts.slice(4)
  if (question === undefined || Math.max(entry!, lastApp!) > largestId) return null
  const cursor = {
    generation: generation!,
    entry: entry!,
    offset: offset!,
    lastApp: lastApp!,
    question,
    scope: scope!,
  }
  return writeReportCursor(cursor) === text ? cursor : null
}

/** A short hash of texts. */
export const hashOf = (...texts: readonly string[]): string =>
  createHash('sha256').update(JSON.stringify(texts)).digest('hex').slice(0, 16)
