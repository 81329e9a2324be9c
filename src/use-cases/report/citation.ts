import { createHash } from 'node:crypto'
import { deflateRawSync, inflateRawSync } from 'node:zlib'
import { readQuestion } from '../../reporting/question/read-question.ts'
import type { ReportQuestion } from '../../reporting/question/report-question.ts'
import { writeQuestion } from '../../reporting/question/write-question.ts'
import type { FiguresAt } from '../../reporting/report-store.ts'
import { type Day, formatDay, parseDay } from '../../values/day.ts'
import type { PinnedReport } from './pin-report.ts'

/** A question to one state of the figures. It gives no right to see its answer. */
export interface Citation {
  /** The id of the account. */
  readonly account: number
  /** The keys of the apps that the answer is of, in ascending order; null for all of the account. */
  readonly apps: readonly number[] | null
  /** Of the figures: another one after a restore. */
  readonly generation: number
  /** The last ledger entry that the answer has. */
  readonly entry: number
  /** The UTC day on which it was asked. */
  readonly askedOn: Day
  readonly question: ReportQuestion
}

/** The longest text of a citation: a question with hundreds of values has a longer one. */
export const maxCitationCharacters = 4_096
const maxCitationBytes = 65_536
const largestId = 2 ** 32 - 1

/** The path of an answer's citation. @returns null for a question that is too long */
export function citationOf(
  {
    question,
    principal,
    state,
  }: Pick<PinnedReport, 'question' | 'principal'> & {
    readonly state: Pick<FiguresAt, 'generation'>
  },
  entry: number,
  askedOn: Day,
): string | null {
  const text = writeCitation({
    account: principal.account.id,
    apps: principal.apps && [...principal.apps].sort((a, b) => a - b),
    generation: state.generation,
    entry,
    askedOn,
    question: { ...question, includes: [], asOfMs: null },
  })
  return text && `${citationPath}${text}`
}

export const citationPath = '/c/'

/** The name under which a citation is saved. */
export const shortCitationOf = (text: string): string =>
  createHash('sha256').update(text).digest('base64url').slice(0, shortCharacters)

/** Shorter than the text of any citation. */
const shortCharacters = 12

export const isShortCitation = (text: string): boolean => text.length === shortCharacters

/** The text of a citation, for an address. @returns null where it would be too long */
export function writeCitation(citation: Citation): string | null {
  const { account, apps, generation, entry, askedOn, question } = citation
  const parts = [account, apps, generation, entry, formatDay(askedOn), writeQuestion(question)]
  const bytes = Buffer.from(JSON.stringify(parts))
  if (bytes.length > maxCitationBytes) return null
  const text = deflateRawSync(bytes).toString('base64url')
  return text.length > maxCitationCharacters ? null : text
}

/**
 * Reads the text of a citation.
 *
 * @returns null for other texts, and for questions that are not accepted
 */
export function readCitation(text: string, maxRangeDays: number): Citation | null {
  if (text.length > maxCitationCharacters) return null
  try {
    const bytes = inflateRawSync(Buffer.from(text, 'base64url'), {
      maxOutputLength: maxCitationBytes,
    })
    const [account, apps, generation, entry, day, values] = JSON.parse(bytes.toString('utf8'))
    const askedOn = typeof day === 'string' ? parseDay(day) : null
    const isKeys = apps === null || (Array.isArray(apps) && apps.every(isId))
    if (!isKeys || askedOn === null || ![account, entry].every(isId)) return null
    if (!Number.isSafeInteger(generation) || !isObject(values)) return null
    const given = { notation: 'json', values } as const
    const { question } = readQuestion(given, maxRangeDays, () => askedOn)
    return { account, apps, generation, entry, askedOn, question }
  } catch {
    return null
  }
}

const isId = (value: unknown): value is number =>
  Number.isSafeInteger(value) && (value as number) >= 0 && (value as number) <= largestId

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
