import type { CurrencyRefusals } from '../currencies/refusals.ts'
import { badCellLine } from './phrases.ts'
import type { Wording } from './vocabulary.ts'

export const currencyWording: Wording<CurrencyRefusals> = {
  rate_refused: badCellLine,
  rate_header_refused: ({ file }) =>
    `${file}:1: The first line must be the header day,currency,rate`,
  rate_file_unrecognised: ({ file }) =>
    `${file}: The file has no rates that Adtally can read. Expected a CSV with the header day,currency,rate or day,currency,rate,base, or eurofxref-hist.csv or .xml of the European Central Bank`,
  rate_base_missing: ({ file }) =>
    `${file}: The column base is missing. Add it: the currency that the rates are in. Or import the rates for one account, which are in its currency`,
  no_rates: ({ file }) => `${file}: The file has no rates`,
}
