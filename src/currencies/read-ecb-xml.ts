import sax from 'sax'
import { type Day, dayAccepts, parseDay } from '../values/day.ts'
import { Refusal } from '../values/refusal.ts'
import { type DailyRate, isCurrencyCode, isRate, rateAccepts } from './daily-rate.ts'
import type { RateFile } from './rate-file.ts'
import { refuseCell } from './rate-lines.ts'
import { refuse } from './refusals.ts'

/** Parsed at once; others run between the pieces. */
const pieceCharacters = 262_144
/** Elements within each other. The file has five. */
const maxDepth = 20

/**
 * Reads the European Central Bank's XML: a `Cube` with `time` for each day, and in it one with
 * `currency` and `rate` for each currency.
 *
 * @throws Refusal `rate_file_unrecognised` when it is no XML; `rate_refused` with the first bad value
 */
export async function readEcbXml({ name, text }: RateFile): Promise<DailyRate[]> {
  const rates: DailyRate[] = []
  const parser = sax.parser(true)
  let day: Day | null = null
  let depth = 0
  const refused = (column: string, value: string, accepts: string) =>
    refuseCell(name, parser.line + 1, column, value, accepts)
  parser.onopentag = (element) => {
    if (++depth > maxDepth) throw refuse('rate_file_unrecognised', { file: name })
    if (element.name !== 'Cube') return
    const { time, currency, rate } = element.attributes as Partial<Record<string, string>>
    if (time !== undefined) {
      day = parseDay(time)
      if (day === null) throw refused('time', time, dayAccepts)
    }
    if (currency === undefined && rate === undefined) return
    if (day === null) throw refused('time', '', dayAccepts)
    if (!isCurrencyCode(currency ?? '')) {
      throw refused('currency', currency ?? '', 'an ISO 4217 code such as USD')
    }
    if (!isRate(rate ?? '')) throw refused('rate', rate ?? '', rateAccepts)
    rates.push({ day, unit: 'EUR', quote: currency!, rate: rate! })
  }
  parser.onclosetag = () => depth--
  parser.onerror = (error) => {
    throw error
  }
  try {
    for (let start = 0; start < text.length; start += pieceCharacters) {
      parser.write(text.slice(start, start + pieceCharacters))
      await new Promise((resolve) => setImmediate(resolve))
    }
    parser.close()
  } catch (error) {
    if (error instanceof Refusal) throw error
    throw refuse('rate_file_unrecognised', { file: name }, { cause: error })
  }
  return rates
}
