import type { Principal } from '../../publishers/principal.ts'
import {
  type ClaimedValue,
  type ClaimUnit,
  claimUnits,
  isValueOf,
} from '../../reporting/claimed-value.ts'
import type { ParameterReader } from '../../reporting/question/given-values.ts'
import { QuestionError } from '../../reporting/question/question-error.ts'
import { readQuestion } from '../../reporting/question/read-question.ts'
import { ReportError } from '../../reporting/report-error.ts'
import { parseDecimal } from '../../values/decimal.ts'
import { maxCitedRows, openCitation } from '../report/open-citation.ts'
import { dateReport } from '../report/pin-report.ts'
import { type ReportPage, readReportPage } from '../report/query-report.ts'
import { withContext } from './run-report.ts'
import { numberOf, readArguments, type Tool, type ToolArguments, type ToolSources } from './tool.ts'

/** Different questions and citations; each may take as long as two reports. */
export const claimBounds = { claims: 50, sources: 10 }
const longestValue = 40
const mostDecimals = 18

/** `restated`: it was right, and the figures changed since. */
export const verdicts = ['right', 'wrong', 'restated', 'cannot_check'] as const

interface Claim extends ClaimedValue {
  readonly metric: string
  /** The values of a row by its columns; null for the totals. */
  readonly row: object | null
  readonly citation: string | null
  readonly question: object | null
}

/** The answer that a claim is about: as it was, if that is known, and as it is. */
interface Pages {
  readonly before: ReportPage | null
  readonly now: ReportPage
}

/** Checks figures that somebody wrote. */
export const checkClaims: Tool = async (sources, principal, given, signal) => {
  const claims = readArguments(given, ['claims'], (reader) => readList(reader, given.claims))
  const pages = new Map<string, Promise<Pages>>()
  const results: object[] = []
  for (const one of claims) {
    try {
      const claim = readClaim(one)
      const key = JSON.stringify([claim.citation, claim.question])
      if (!pages.has(key) && pages.size === claimBounds.sources) throw tooManySources()
      const found = pages.get(key) ?? pagesOf(sources, principal, claim, signal)
      pages.set(key, found)
      results.push(resultOf(claim, await found))
    } catch (error) {
      if (!(error instanceof QuestionError || error instanceof ReportError)) throw error
      results.push(cannotCheck(error.message))
    }
  }
  return { currency: principal.account.currency, results }
}

function readList(reader: ParameterReader, claims: unknown): readonly ToolArguments[] {
  const { claims: most } = claimBounds
  if (Array.isArray(claims) && claims.length > 0 && claims.length <= most) return claims.map(Object)
  reader.refuse('claims', `must be a list of 1 to ${most} claims`)
  return []
}

function readClaim(given: ToolArguments): Claim {
  const names = ['value', 'metric', 'row', 'unit', 'decimals', 'citation', 'question']
  return readArguments(given, names, (reader) => {
    const object = (name: string): object | null => {
      const value = given[name]
      if (value === undefined) return null
      const isObject = typeof value === 'object' && value !== null && !Array.isArray(value)
      return isObject ? value : reader.refuse(name, 'must be an object')
    }
    const text = (name: string) => reader.one(name, (found) => found, 'text')
    const row = object('row')
    if (Object.values(row ?? {}).some((cell) => typeof cell === 'object' && cell !== null)) {
      reader.refuse('row', 'must have a text or a number for each column')
    }
    const { value, decimals = null } = given
    const plain = typeof value === 'number' ? String(value) : value
    const isPlain = typeof plain === 'string' && plain.length <= longestValue && parseDecimal(plain)
    if (!isPlain) reader.refuse('value', 'must be a plain decimal, such as 1234.5')
    if (
      decimals !== null &&
      !(Number.isInteger(decimals) && Math.abs(Number(decimals)) <= mostDecimals)
    ) {
      reader.refuse('decimals', `must be a whole number, −${mostDecimals} to ${mostDecimals}`)
    }
    const isUnit = (name: string) => (Object.hasOwn(claimUnits, name) ? (name as ClaimUnit) : null)
    const [citation, question] = [text('citation'), object('question')]
    if ((citation === null) === (question === null)) {
      reader.refuse('citation', 'or a question is required, and only one of them')
    }
    return {
      value: String(plain),
      metric: text('metric') ?? reader.refuse('metric', 'is required') ?? '',
      row,
      unit: reader.one('unit', isUnit, Object.keys(claimUnits).join(', ')) ?? 'one',
      decimals: decimals as number | null,
      citation,
      question,
    }
  })
}

async function pagesOf(
  sources: ToolSources,
  principal: Principal,
  { citation, question: given }: Claim,
  signal: AbortSignal,
): Promise<Pages> {
  if (citation !== null) {
    const text = citation.slice(citation.lastIndexOf('/') + 1)
    const { cited, now } = await openCitation(sources, principal, text, signal)
    return { before: cited, now }
  }
  const values = { ...given, limit: maxCitedRows }
  const { question } = readQuestion(
    { notation: 'json', values },
    sources.maxRangeDays,
    sources.today,
  )
  const read = async (asOfMs: number | null) => {
    const dated = await dateReport(sources, principal, withContext({ ...question, asOfMs }))
    return readReportPage(sources, dated, signal)
  }
  const now = await read(null)
  return { before: question.asOfMs === null ? null : await read(question.asOfMs), now }
}

function resultOf(claim: Claim, pages: Pages) {
  const before = pages.before && valueIn(pages.before, claim)
  const current = valueIn(pages.now, claim)
  const is = (value: string | null) => value !== null && isValueOf(value, claim)
  if (before === null && current === null) {
    return cannotCheck('The answer has no such row, or its value is not known.')
  }
  const verdict: (typeof verdicts)[number] = is(current)
    ? 'right'
    : is(before)
      ? 'restated'
      : 'wrong'
  return {
    verdict,
    value: current && numberOf(current),
    value_then: before && numberOf(before),
    as_of: pages.now.meta.as_of,
    freshness: pages.now.meta.freshness?.status ?? null,
    reason: null,
  }
}

/** The value that a claim is about; null where it is unknown, or there is no such row. */
function valueIn(
  { columns, rows, totals, next_cursor: next }: ReportPage,
  claim: Claim,
): string | null {
  const place = columns.findIndex(({ name, kind }) => name === claim.metric && kind === 'number')
  if (place === -1) {
    const known = columns.filter(({ kind }) => kind === 'number').map(({ name }) => name)
    throw new QuestionError('bad_parameters', `metric: the answer has only ${known.join(', ')}`)
  }
  if (claim.row === null) return totals[place - columns.length + totals.length] ?? null
  const wanted = Object.entries(claim.row).map(([name, value]) => {
    const column = columns.findIndex((one) => one.name === name)
    if (column === -1)
      throw new QuestionError('bad_parameters', 'row: names a column that the answer does not have')
    return { column, value: String(value) }
  })
  const found = rows.filter((row) => wanted.every(({ column, value }) => row[column] === value))
  if (found.length > 1) {
    throw new QuestionError('bad_parameters', `row: fits ${found.length} rows; name all dimensions`)
  }
  if (found.length === 0 && next !== null) {
    throw new QuestionError(
      'bad_parameters',
      `row: is not among the first ${rows.length} rows; add filters to the question`,
    )
  }
  return found[0]?.[place] ?? null
}

const cannotCheck = (reason: string) => ({
  verdict: 'cannot_check' as const,
  value: null,
  value_then: null,
  as_of: null,
  freshness: null,
  reason,
})

const tooManySources = () =>
  new QuestionError(
    'bad_parameters',
    `There are more than ${claimBounds.sources} different questions and citations. Check this claim in another call.`,
  )
