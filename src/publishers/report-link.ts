import type { AnswerFormat } from '../values/answer-format.ts'

/**
 * A question to the report endpoint as a link stores it: its parameters by their names, each once, in order. Days are
 * fixed (`start_date`, `end_date`) or the last ones (`days`).
 */
export interface StoredQuestion {
  /** `report`. Links of commits before 0.2 may have `stats`, for V2's figures, which no link answers any more. */
  readonly family: string
  readonly parameters: Readonly<Record<string, string | readonly string[]>>
  readonly format: AnswerFormat
}

/** A link that answers one stored question to anyone who has it. */
export interface ReportLink {
  readonly id: number
  readonly accountId: number
  /** Unique in the account. */
  readonly name: string
  readonly question: StoredQuestion
  /** The keys of the apps that it shows, in ascending order; null for all, later ones included. */
  readonly apps: readonly number[] | null
  readonly createdAtMs: number
  /** Milliseconds since 1970; null for never. */
  readonly expiresAtMs: number | null
}

/** Whether the dashboard has a page that shows the answer. */
export const hasPage = ({ format }: StoredQuestion): boolean => format === 'json'
