import { type Static, Type } from 'typebox'
import { gapGroupings, gapLabels } from '../../ledger/gap-labels.ts'
import { count, day, instant, nullable, oneOf, text } from '../openapi/members.ts'
import { app, ofAccount, wireNumber } from './answer-schema.ts'

const span = { start_date: day(), end_date: day() }

const ratio = (description: string) => nullable(Type.Number({ description }))

const amounts = Type.Object({ impressions: wireNumber, revenue_micros: wireNumber })

const drift = Type.Object({
  age_days: count(),
  days: count('Days that were reported by then and are older now.'),
  first_micros: wireNumber,
  restated_micros: wireNumber,
  ratio: ratio('restated ÷ first; null where nothing was first reported.'),
})

const step = Type.Object({
  import: count(),
  at: instant(),
  age_days: count('Days from the day to the UTC day of the import.'),
  first: nullable(amounts),
  restated: nullable(amounts),
})

const restatedDay = Type.Object({
  date: day(),
  network: text(),
  first: amounts,
  restated: amounts,
  other: amounts,
  now: nullable(amounts),
  ratio: ratio('restated ÷ first.'),
  steps: Type.Array(step, { description: 'At most 50, the latest.' }),
  more_steps: count(),
})

export const restatementsAnswer = Type.Object({
  ...ofAccount,
  ...span,
  networks: Type.Array(
    Type.Object({
      network: text(),
      days: count('Days that it reported.'),
      restated_days: count(),
      first_micros: wireNumber,
      restated_micros: wireNumber,
      other_micros: wireNumber,
      now_micros: nullable(wireNumber),
      ratio: ratio('restated ÷ first.'),
      last_age_days: nullable(count('The greatest age at which it restated a day.')),
      final_after_days: count(),
      drifts: Type.Array(drift),
    }),
  ),
  restated_days: count('How many there are, listed or not.'),
  days: Type.Array(restatedDay, { description: 'Those with the greatest restatements.' }),
})

export const earlierFiguresAnswer = Type.Object({
  ...ofAccount,
  ...span,
  as_of: instant(),
  state_at: nullable(
    instant('When the last change before it was committed; null before the first.'),
  ),
  networks: Type.Array(
    Type.Object({
      network: text(),
      earlier: nullable(amounts),
      now: nullable(amounts),
      change_micros: nullable(wireNumber),
      change_ratio: ratio('(now − earlier) ÷ earlier.'),
    }),
  ),
})

const labelled = Type.Object({ label: oneOf(gapLabels), slices: count(), gap_micros: wireNumber })

const compared = {
  slices: count(),
  figures_micros: nullable(wireNumber),
  report_micros: nullable(wireNumber),
  gap_micros: wireNumber,
  gap_ratio: ratio('gap ÷ figures; null where one of the two is unknown, or figures are 0.'),
  labels: Type.Array(labelled),
}

const gapGroup = Type.Object({
  start_date: day(),
  end_date: day(),
  app: nullable(app),
  network: nullable(text()),
  ...compared,
})

export const reconciliationAnswer = Type.Object({
  ...ofAccount,
  ...span,
  report: text(),
  tolerance: text('Percent.'),
  by: oneOf(gapGroupings),
  within_start_date: day('The first day whose slices are listed.'),
  within_end_date: day(),
  total: Type.Object(compared),
  groups: Type.Array(gapGroup),
  more_groups: count(),
})

export const secondaryReportsAnswer = Type.Object({
  ...ofAccount,
  reports: Type.Array(
    Type.Object({
      report: text(),
      start_date: nullable(day()),
      end_date: nullable(day()),
      networks: Type.Array(text()),
    }),
  ),
})

export type RestatementsAnswer = Static<typeof restatementsAnswer>
export type RestatedNetworkAnswer = RestatementsAnswer['networks'][number]
export type RestatedDayAnswer = Static<typeof restatedDay>
export type EarlierFiguresAnswer = Static<typeof earlierFiguresAnswer>
export type ReconciliationAnswer = Static<typeof reconciliationAnswer>
export type GapGroupAnswer = Static<typeof gapGroup>
export type SecondaryReportsAnswer = Static<typeof secondaryReportsAnswer>
