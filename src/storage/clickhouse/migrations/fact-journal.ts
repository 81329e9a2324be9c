import type { FactKind, FactLabel } from '../../../facts/fact-kind.ts'
import { type DeltaTable, deltaTypes, rowTable, sliceTable } from '../journal-deltas.ts'
import type { JournalTable } from './0001-journal.ts'

const typeOf = ({ code }: FactLabel) => (code === 32 ? 'UInt32' : 'UInt16')

/** The columns of a table's changes. Sums are packed; signs are a byte. */
const deltas = (table: DeltaTable): string =>
  Object.entries(deltaTypes(table))
    .map(([column, type]) =>
      type === 'TINYINT' ? `${column} Int8` : `${column} Int64 CODEC(T64, ZSTD(1))`,
    )
    .join(', ')

/**
 * The journal's tables of a kind of fact. A count that is declared later takes a migration with
 * `ADD COLUMN IF NOT EXISTS`: tables that are made new have it already.
 */
export function factJournal(kind: FactKind): Readonly<Record<string, JournalTable>> {
  const { tables, labels, money, sliceNumbers, rowOrder, sliceOrder } = kind
  const columns = (is: (label: FactLabel) => boolean) =>
    Object.entries(labels)
      .filter(([, label]) => is(label))
      .map(([name, label]) => `${name} ${typeOf(label)}`)
  const slice = ['day Date', 'account UInt32', 'app UInt32', ...columns((one) => one.ofSlice)]
  const row = [...slice, ...columns((one) => !one.ofSlice)].join(', ')
  const key = slice.join(', ')
  const totals = ['old', 'new'].flatMap((age) =>
    sliceNumbers.map((name) => `${age}_${name} Nullable(Int64)`),
  )
  const amounts = Object.values(money).map(({ required }, place) => {
    const type = required ? 'Decimal(38, 18)' : 'Nullable(Decimal(38, 18))'
    return `${kind.originalNames[place]} ${type}`
  })
  return {
    [tables.rows]: {
      columns: `${row}, ${deltas(rowTable(kind))}, since UInt32`,
      order: rowOrder,
      rest: 'PARTITION BY toYYYYMM(day)',
    },
    [tables.slices]: {
      columns: `${key}, row_count Int64, ${deltas(sliceTable(kind))}, since UInt32, import_id UInt32,
    fingerprint UInt64, fingerprint_version UInt8, changed UInt32, restatements UInt32`,
      order: sliceOrder,
      rest: 'PARTITION BY toYear(day)',
    },
    [tables.changes]: {
      columns: `entry UInt32, ${key}, ${totals.join(', ')}`,
      index: 'INDEX by_entry entry TYPE minmax GRANULARITY 1',
      order: `account, entry, day, app, ${kind.sliceLabel}`,
    },
    ...(tables.originals && {
      [tables.originals]: {
        columns: `${row}, import_id UInt32, currency String, rate String, ${amounts.join(', ')}`,
        order: rowOrder,
      },
    }),
  }
}
