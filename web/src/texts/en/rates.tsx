import type { ReactNode } from 'react'
import { plural, texts } from '../texts.ts'

const counts = (added: string, corrected: string, unchanged: string) =>
  `${added} added, ${corrected} corrected, ${unchanged} unchanged.`

export const ratesTexts = texts('rates', {
  rates: 'Currency rates',
  about: (currency: string) =>
    `Money in other currencies is converted to ${currency} when it is imported, by the rate of its day.`,
  noRates: 'No rates yet',
  howRatesCome: (currency: string) =>
    `Without rates, reports in other currencies than ${currency} are refused, and days of connections wait.`,
  howToAdd: 'Add a file of rates, or fetch those of the European Central Bank.',
  askAnOwner: 'Ask an owner of this account to add rates.',
  waiting: (days: number, connection: ReactNode) => (
    <>
      {plural(days, {
        one: `${days} day waits for a rate: `,
        other: `${days} days wait for a rate: `,
      })}
      {connection}
    </>
  ),
  source: 'Source',
  ofAccount: 'This account, used first',
  ofAll: 'All accounts',
  usedBy: 'Used by',
  currencies: 'Currencies',
  pairs: (currency: string, bases: string) => `1 ${currency} in ${bases}`,
  days: 'Days',
  count: 'Rates',
  fetchNow: 'Fetch now',
  fetched: (added: string, corrected: string, unchanged: string) =>
    `European Central Bank: ${counts(added, corrected, unchanged)}`,
  addRates: 'Add own rates',
  aboutOwn: (currency: string) =>
    `A CSV with the header day,currency,rate: what one unit of the currency was worth in ${currency}. Files of the European Central Bank work too. Figures that are already imported keep their rates.`,
  file: 'File',
  preview: 'Preview',
  store: 'Add',
  wouldStore: (counted: string, days: ReactNode) => (
    <>
      {counted} {days}
    </>
  ),
  counts,
  apply: 'Apply corrected rates',
  aboutApply:
    'Converts figures again whose rate was corrected since their import, or is now known of a closer day. Each source gets an entry in Imports, where it can be undone.',
  comparing: 'Comparing rates',
  nothingToApply: 'All figures have the stored rates.',
  change: (source: string, slices: string, before: string, after: string) =>
    `${source}: ${slices}, ${before} → ${after}`,
  dayChange: (day: string, network: string, before: string, after: string) =>
    `${day}, ${network}: ${before} → ${after}`,
  moreDays: (days: number) => `and ${days} more`,
  applyNow: 'Apply',
})
