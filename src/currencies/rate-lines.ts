import { maxCharactersShown } from '../sources/bad-cells.ts'
import { dayAccepts, parseDay } from '../values/day.ts'
import { formatDecimal, parseDecimal } from '../values/decimal.ts'
import type { Refusal } from '../values/refusal.ts'
import { isCurrencyCode, isRate, rateAccepts } from './daily-rate.ts'
import type { RateFile } from './rate-file.ts'
import { refuse } from './refusals.ts'

const currencyAccepts = 'an ISO 4217 code such as EUR'

/** A line of a file in Adtally's own format. */
export interface RateLine {
  readonly day: string
  readonly currency: string
  readonly rate: string
  /** The currency that the rate is in; null when the file has no such column. */
  readonly base: string | null
}

/**
 * Reads a CSV with the header `day,currency,rate`, and perhaps `base`.
 *
 * @returns its header without blanks, in lower case, and its lines; another header has no such lines
 * @throws Refusal `rate_refused` with the first bad cell
 */
export function readRateLines(file: RateFile): {
  readonly header: string
  readonly rates: () => Iterable<RateLine>
} {
  const lines = linesOf(file)
  const header = lines[0]!.toLowerCase().replaceAll(' ', '')
  return { header, rates: () => readLines(file.name, lines, header.endsWith(',base')) }
}

/** Twice the rates of the European Central Bank since 1999. */
const maxRateLines = 500_000

/** @throws Refusal `rate_refused` */
export function linesOf({ name, text }: RateFile): string[] {
  // An expression takes three times as long.
  const lines = text
    .replace(/^\uFEFF/, '')
    .replaceAll('\r\n', '\n')
    .replaceAll('\r', '\n')
  const found = lines.split('\n', maxRateLines + 1)
  if (found.length <= maxRateLines) return found
  const accepts = `at most ${maxRateLines} lines`
  throw refuseCell(name, found.length, 'row', String(found.length), accepts)
}

/** More than there are currencies. Lines of millions of cells would take seconds. */
export const maxRateCells = 400

/** The cells of a line, at most one more than {@link maxRateCells}. */
export const cellsOf = (line: string): string[] =>
  line.split(',', maxRateCells + 1).map((cell) => cell.trim())

/** The refusal of a cell. @param line from 1 */
export const refuseCell = (
  file: string,
  line: number,
  column: string,
  value: string,
  accepts: string,
): Refusal =>
  refuse('rate_refused', {
    file,
    line,
    column,
    value: value.slice(0, maxCharactersShown),
    accepts,
  })

function* readLines(file: string, lines: readonly string[], hasBase: boolean) {
  const known = new Map<string, string>()
  for (const [index, line] of lines.entries()) {
    if (index === 0 || line.trim() === '') continue
    const [day = '', currency = '', rate = '', ...more] = cellsOf(line)
    const base = hasBase ? (more.shift() ?? '') : null
    const refused = (column: string, value: string, accepts: string) =>
      refuseCell(file, index + 1, column, value, accepts)
    if (parseDay(day) === null) throw refused('day', day, dayAccepts)
    if (!isCurrencyCode(currency)) throw refused('currency', currency, currencyAccepts)
    if (!isRate(rate)) throw refused('rate', rate, rateAccepts)
    if (base !== null && !isCurrencyCode(base)) throw refused('base', base, currencyAccepts)
    if (base === currency) throw refused('base', base, 'another currency than its own')
    if (more.length > 0) throw refused('row', line, hasBase ? 'four cells' : 'three cells')
    const key = `${day} ${currency} ${base}`
    const other = known.get(key)
    if (other !== undefined && plain(other) !== plain(rate)) {
      const accepts = `one rate of ${currency} for the day; it already has ${other}`
      throw refused('rate', rate, accepts)
    }
    known.set(key, rate)
    yield { day, currency, rate, base } satisfies RateLine
  }
}

/** A rate without trailing zeros: `0.50` becomes `0.5`. */
const plain = (rate: string): string => formatDecimal(parseDecimal(rate)!)
