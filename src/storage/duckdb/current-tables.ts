import type { FactKind } from '../../facts/fact-kind.ts'
import { withinDays } from '../../staging/slice-range.ts'
import type { CurrentSlices } from '../../staging/staged-slices.ts'

/** The tables themselves, because the scratch is a connection to the same file. */
export const currentOf = (kind: FactKind): CurrentSlices => ({
  kind,
  slices: async (range) => `(FROM ${kind.tables.slices} WHERE ${withinDays(range)})`,
  endedBy: async (entries, range) =>
    `(FROM past_${kind.tables.slices} WHERE until IN (${entries.join(', ')}) AND ${withinDays(range)})`,
  figures: async (range) => `(FROM ${kind.tables.rows} WHERE ${withinDays(range)})`,
  originals: async (range) => {
    const amounts = kind.moneyNames.map((name, place) => `${kind.originalNames[place]} AS ${name}`)
    return `(SELECT ${[kind.rowKey, 'import_id, currency, rate', ...amounts].join(', ')}
      FROM ${kind.tables.originals} WHERE ${withinDays(range)})`
  },
})
