import type { ReportLink } from '../publishers/report-link.ts'
import type { AnswerFormat } from '../values/answer-format.ts'
import { formatInstant } from '../values/instant.ts'
import type { Services } from './services.ts'

/** A report link without its token. */
export interface LinkView {
  readonly name: string
  /** The parameters of the stored question; `days` are the last ones. */
  readonly question: Readonly<Record<string, string | readonly string[]>>
  readonly format: AnswerFormat
  readonly created_at: string
  /** Null for never. */
  readonly expires_at: string | null
  readonly is_expired: boolean
}

export const toLinkView = (
  { name, question, createdAtMs, expiresAtMs }: ReportLink,
  { now }: Pick<Services, 'now'>,
): LinkView => ({
  name,
  question: question.parameters,
  format: question.format,
  created_at: formatInstant(createdAtMs),
  expires_at: expiresAtMs === null ? null : formatInstant(expiresAtMs),
  is_expired: expiresAtMs !== null && expiresAtMs <= now().getTime(),
})
