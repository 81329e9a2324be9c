import { Type } from 'typebox'
import { component, count, day, instant, nullable, oneOf, text } from './members.ts'

/** An entry of the ledger with its changes, as every list of imports has it. */
export const importEntry = component(
  'ImportEntry',
  {
    id: count(),
    kind: oneOf(['import', 'undo', 'deletion', 'merge', 'revaluation']),
    committed_at: instant(),
    undoes: nullable(count('The entry that it undid.')),
    undone_by: nullable(count('The entry that undid it.')),
    subject: Type.Optional(
      Type.Object(
        {
          app: nullable(text()),
          into: nullable(text()),
          network: nullable(text()),
          whole_app: Type.Boolean(),
        },
        { description: 'What a deletion or a merge was about; null for all.' },
      ),
    ),
    source: text(),
    files: nullable(Type.Array(text())),
    networks: Type.Array(text(), { description: 'The first networks that it changed.' }),
    network_count: count('How many networks it changed.'),
    slices_added: count(),
    slices_restated: count(),
    slices_removed: count(),
    first_day: day(),
    last_day: day(),
    impressions: text('By how much the sum changed, as a decimal.'),
    revenue: text('By how much the sum changed, as a decimal of the currency.'),
    totals: Type.Optional(
      Type.Record(Type.String(), text(), {
        description:
          'By how much sums of other facts than ad figures changed, such as `dau` over all days; absent where none did.',
      }),
    ),
  },
  'What an entry of the ledger changed of the account.',
)
