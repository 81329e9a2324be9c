import { Type } from 'typebox'
import type { StatementImport } from '../../settlement/statement-import.ts'
import type { LineKind, StatementLine } from '../../settlement/statement-line.ts'
import { formatDay } from '../../values/day.ts'
import { formatMicros } from '../../values/decimal.ts'
import { formatInstant } from '../../values/instant.ts'
import { formatMonth } from '../../values/months.ts'
import { publicFileName } from '../public-file-names.ts'

/** The id of a statement import. */
export const statementId = Type.String({
  maxLength: 17,
  pattern: '^S[1-9]\\d{0,15}$',
  description: 'the id of a statement import, such as S3',
})

/** @param text a valid {@link statementId} */
export const readStatementId = (text: string): number => Number(text.slice(1))

export const writeStatementId = (id: number): string => `S${id}`

/** An import of statement lines. */
export interface StatementView {
  readonly id: string
  readonly source: string
  readonly file: string
  readonly imported_at: string
  /** Null for a command. */
  readonly imported_by: string | null
  /** Null while it counts. */
  readonly undone_at: string | null
  /** How many lines it stored; 0 once it was undone. */
  readonly lines: number
  /** Of them, those that wait to be assigned. */
  readonly waiting: number
  /** How many lines of the file are not about payments. */
  readonly skipped: number
}

export const toStatementView = (
  { id, source, fileName, skipped, ...about }: StatementImport,
  lines: readonly StatementLine[],
): StatementView => ({
  id: writeStatementId(id),
  source,
  file: publicFileName(fileName),
  imported_at: formatInstant(about.importedAtMs),
  imported_by: about.importedBy,
  undone_at: about.undoneAtMs === null ? null : formatInstant(about.undoneAtMs),
  lines: lines.length,
  waiting: lines.filter(({ parts }) => parts.length === 0).length,
  skipped,
})

/** A line of a statement. */
export interface LineView {
  readonly id: number
  /** The statement import that brought it. */
  readonly statement: string
  readonly kind: LineKind
  /** Null where the file names none. */
  readonly network: string | null
  readonly amount: string
  readonly currency: string
  readonly date: string
  readonly reference: string
  readonly reason: string | null
  /** Whether somebody said that an adjustment is in the reported figures too; null where nobody did. */
  readonly restated: boolean | null
  /** What it is for; empty while it waits. */
  readonly parts: readonly PartView[]
  /** The month whose close booked it. */
  readonly booked_in: string | null
}

export interface PartView {
  readonly network: string
  readonly month: string
  /** Null for all of the network. */
  readonly app_id: string | null
  readonly amount: string
}

/** @param appIds by key */
export const toLineView = (line: StatementLine, appIds: ReadonlyMap<number, string>): LineView => ({
  id: line.id,
  statement: writeStatementId(line.importId),
  kind: line.kind,
  network: line.network,
  amount: formatMicros(line.amountMicros),
  currency: line.currency,
  date: formatDay(line.day),
  reference: line.reference,
  reason: line.reason,
  restated: line.isRestated,
  parts: line.parts.map(({ network, month, app, amountMicros }) => ({
    network,
    month: formatMonth(month),
    app_id: app === null ? null : (appIds.get(app) ?? null),
    amount: formatMicros(amountMicros),
  })),
  booked_in: line.bookedIn === null ? null : formatMonth(line.bookedIn),
})
