import { dayAccepts, parseDay } from '../values/day.ts'
import { type DailyRate, isCurrencyCode, isRate, rateAccepts } from './daily-rate.ts'
import type { RateFile } from './rate-file.ts'
import { cellsOf, linesOf, maxRateCells, readRateLines, refuseCell } from './rate-lines.ts'
import { readEcbXml } from './read-ecb-xml.ts'
import { refuse } from './refusals.ts'

/** The source of rates of the European Central Bank, which are in its currency. */
export const europeanCentralBank = 'European Central Bank'
const euro = 'EUR'

export interface DailyRates {
  /** The bank that published them; null for a file of Adtally's own format. */
  readonly bank: string | null
  /** At least one. */
  readonly rates: readonly DailyRate[]
}

/**
 * Reads a file of rates: a CSV `day,currency,rate` with or without `base`, or the European Central Bank's
 * CSV (`Date,USD,JPY,…`) or XML, whose rates are of one euro.
 *
 * @param base what rates without `base` are in; null when nothing says so
 * @throws Refusal `rate_file_unrecognised`, `rate_base_missing`, `no_rates`; `rate_refused` with the
 *   first bad cell
 */
export async function readDailyRates(file: RateFile, base: string | null): Promise<DailyRates> {
  const { rates, bank } = await read(file, base)
  if (rates.length === 0) throw refuse('no_rates', { file: file.name })
  return { bank, rates }
}

async function read(file: RateFile, base: string | null): Promise<DailyRates> {
  const bank = europeanCentralBank
  if (/^\uFEFF?\s*</.test(file.text)) return { bank, rates: await readEcbXml(file) }
  const { header, rates } = readRateLines(file)
  if (header.startsWith('date,')) return { bank, rates: [...readEcbCsv(file)] }
  if (!/^day,currency,rate(,base)?$/.test(header)) {
    throw refuse('rate_file_unrecognised', { file: file.name })
  }
  if (base === null && !header.endsWith(',base')) {
    throw refuse('rate_base_missing', { file: file.name })
  }
  const own: DailyRate[] = []
  for (const { day, currency, rate, base: stated } of rates()) {
    const quote = stated ?? base!
    if (currency !== quote) own.push({ day: parseDay(day)!, unit: currency, quote, rate })
  }
  return { bank: null, rates: own }
}

/** A cell without a rate is `N/A` or empty. Lines end with a comma. */
function* readEcbCsv(file: RateFile): Generator<DailyRate> {
  const [header, ...lines] = linesOf(file)
  const { name } = file
  const [, ...currencies] = cellsOf(header!)
  const isKnown = currencies.every((currency) => isCurrencyCode(currency) || currency === '')
  if (!isKnown || currencies.length >= maxRateCells)
    throw refuse('rate_file_unrecognised', { file: name })
  for (const [index, line] of lines.entries()) {
    if (line.trim() === '') continue
    const [date = '', ...cells] = cellsOf(line)
    const day = parseDay(date)
    if (day === null) throw refuseCell(name, index + 2, 'Date', date, dayAccepts)
    for (const [place, rate] of cells.entries()) {
      if (rate === '' || rate === 'N/A') continue
      const quote = currencies[place] ?? ''
      if (quote === '' || !isRate(rate)) throw refuseCell(name, index + 2, quote, rate, rateAccepts)
      yield { day, unit: euro, quote, rate }
    }
  }
}
