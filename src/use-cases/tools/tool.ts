import { figuresOf, type Principal } from '../../publishers/principal.ts'
import { deriveMetric } from '../../reporting/derive-metric.ts'
import { metrics } from '../../reporting/metrics.ts'
import { ParameterReader } from '../../reporting/question/given-values.ts'
import { refuseParameters } from '../../reporting/question/question-error.ts'
import type { FiguresAt } from '../../reporting/report-store.ts'
import { formatDecimal, formatMicros } from '../../values/decimal.ts'
import type { ExactInteger } from '../../values/exact-integer.ts'
import { formatInstant } from '../../values/instant.ts'
import { nearestName } from '../../values/nearest-name.ts'
import { lastEntryOf } from '../report/ledger-memory.ts'
import type { ReportSources } from '../report/report-sources.ts'

export interface ToolSources extends ReportSources {
  /** The longest range, in days. */
  readonly maxRangeDays: number
}

/** The arguments of a call, as its agent wrote them. */
export type ToolArguments = Readonly<Record<string, unknown>>

/**
 * Answers a question of an agent. It only reads.
 *
 * @returns a JSON value
 * @throws QuestionError, ReportError for a question that cannot be answered
 */
export type Tool = (
  sources: ToolSources,
  principal: Principal,
  given: ToolArguments,
  signal: AbortSignal,
) => Promise<object>

/**
 * Reads arguments in the notation of JSON.
 *
 * @param names of all arguments of the tool
 * @param read refuses what is not accepted; its result counts only if nothing was refused
 * @throws QuestionError `bad_parameters` with everything that is not accepted
 */
export function readArguments<Found>(
  given: ToolArguments,
  names: readonly string[],
  read: (reader: ParameterReader) => Found,
): Found {
  const reader = new ParameterReader({ notation: 'json', values: given })
  for (const name of reader.names) {
    if (names.includes(name)) continue
    const meant = nearestName(name, names)
    const advice = meant ? `did you mean ${meant}?` : `there are ${names.join(', ') || 'none'}`
    reader.refuse(name, `does not exist here: ${advice}`)
  }
  const found = read(reader)
  if (reader.faults.length > 0) throw refuseParameters(reader.faults)
  return found
}

/** Reads `limit`. @param what is limited */
export function readLimit(
  reader: ParameterReader,
  what: string,
  { most, byDefault }: { readonly most: number; readonly byDefault: number },
): number {
  const read = (text: string) => {
    const count = Number(text)
    return Number.isInteger(count) && count >= 1 && count <= most ? count : null
  }
  return reader.one('limit', read, `1 to ${most} ${what}; ${byDefault} when absent`) ?? byDefault
}

/** When figures that a principal sees were changed last, in a state; null before the first. */
export async function asOf(
  sources: ToolSources,
  principal: Principal,
  state: FiguresAt,
): Promise<string | null> {
  const last = await lastEntryOf(sources, figuresOf(principal), state)
  return last && formatInstant(last.committedAtMs)
}

/** More digits may not be exact in JSON. */
const exactDigits = 15

/** A plain decimal as a number; as text where a number would not be exact. */
export const numberOf = (decimal: string): number | string =>
  decimal.replace(/\D/g, '').length <= exactDigits ? Number(decimal) : decimal

export const moneyOf = (micros: ExactInteger) => numberOf(formatMicros(micros))

export const countOf = (count: ExactInteger) => numberOf(String(count))

/** Null without impressions. */
export const ecpmOf = (sums: {
  readonly impressions: ExactInteger
  readonly revenueMicros: ExactInteger
}) =>
  BigInt(sums.impressions) === 0n
    ? null
    : numberOf(formatDecimal({ units: deriveMetric('ecpm', sums), places: metrics.ecpm.decimals }))
