import { type Static, Type } from 'typebox'
import { count, day, nullable, text } from '../openapi/members.ts'
import { ofAccount } from './answer-schema.ts'

/** Answers about rates of currencies; see answer-schema.ts. */

const source = Type.Object({
  source: text('The file or bank that they are from.'),
  is_own: Type.Boolean({ description: "Whether they are the account's own, which come first." }),
  currency: text(),
  bases: Type.Array(text(), { description: 'What one unit of the currency is given in.' }),
  ...{ first_day: day(), last_day: day() },
  rates: count(),
})

export const ratesAnswer = Type.Object({
  ...ofAccount,
  sources: Type.Array(source),
  may_fetch: Type.Boolean({ description: 'Whether the European Central Bank may be asked.' }),
})

const stored = { added: count(), corrected: count(), unchanged: count() }
const awoken = { days_awoken: count('Days of connections that waited for rates.') }

export const ownRatesAnswer = Type.Object({
  ...{ ...ofAccount, ...stored, ...awoken },
  file: Type.Object({ name: text(), rates: count(), first_day: day(), last_day: day() }),
})

export const fetchedRatesAnswer = Type.Object({ ...ofAccount, ...stored, ...awoken })

const amounts = { revenue_before: text('A decimal.'), revenue_after: text('A decimal.') }

export const appliedRatesAnswer = Type.Object({
  ...ofAccount,
  changes: Type.Array(
    Type.Object({
      entry: nullable(count('The ledger entry; null when nothing was changed yet.')),
      source: text(),
      report: nullable(text('The secondary report; null for counted figures.')),
      slices: count(),
      ...amounts,
      days: Type.Array(Type.Object({ day: day(), network: text(), ...amounts }), {
        description: 'The first of them.',
      }),
      more_days: count(),
    }),
  ),
})

export type RatesAnswer = Static<typeof ratesAnswer>
export type RateSourceAnswer = RatesAnswer['sources'][number]
export type OwnRatesAnswer = Static<typeof ownRatesAnswer>
export type FetchedRatesAnswer = Static<typeof fetchedRatesAnswer>
export type AppliedRatesAnswer = Static<typeof appliedRatesAnswer>
