import type { FactKind } from '../../facts/fact-kind.ts'
import {
  entriesTable,
  factTable,
  sliceColumn,
  type WarehouseColumn,
  type WarehouseTable,
} from '../../warehouse/tables.ts'

const numbersOf = (kind: FactKind) => [...kind.countNames, ...kind.moneyNames]

/** What each entry changed of each slice. */
export function changesTable(kind: FactKind): WarehouseTable {
  const { columns } = factTable(kind)
  const slice = columns.slice(0, 4)
  const column = (name: string, type: WarehouseColumn['type'], comment: string) => ({
    name,
    type,
    isOptional: true,
    comment,
  })
  return {
    name: `${kind.name}_changes`,
    comment: `${kind.title}: what each ledger entry changed of a day, app and ${sliceColumn(kind)}.`,
    columns: [
      ...slice,
      { ...column('entry', { kind: 'integer' }, 'The ledger entry.'), isOptional: false },
      ...numbersOf(kind).flatMap((name) => {
        const { kind: type } = columns.find((one) => one.name === name)!.type
        const sum =
          type === 'decimal' ? ({ kind: type, precision: 38, scale: 6 } as const) : { kind: type }
        return [
          column(`${name}_before`, sum, 'The sum before; null where nothing was known.'),
          column(`${name}_after`, sum, 'The sum after; null where nothing is known.'),
        ]
      }),
      column('changed_at', { kind: 'time' }, 'When the entry was committed.'),
    ],
  }
}

/**
 * The query of its view: sums of the rows that an entry ended, and of those that it stated.
 *
 * @param entries the relation of entries, whose `committed_at` may be null
 */
export function changesQuery(kind: FactKind, entries: string = entriesTable.name): string {
  const { columns } = changesTable(kind)
  const slice = columns
    .slice(0, 4)
    .map(({ name }) => name)
    .join(', ')
  const numbers = numbersOf(kind)
  const edges = (edge: string, isAfter: boolean) =>
    `SELECT ${slice}, ${numbers.join(', ')}, CAST(${edge} AS BIGINT) AS entry, ${isAfter} AS is_after
      FROM ${kind.name}_history WHERE ${edge} IS NOT NULL`
  const sums = numbers.flatMap((name) => [
    `sum(CASE WHEN NOT is_after THEN ${name} END) AS ${name}_before`,
    `sum(CASE WHEN is_after THEN ${name} END) AS ${name}_after`,
  ])
  const cells = columns.slice(0, -1).map(({ name }) => `c.${name} AS ${name}`)
  return `SELECT ${cells.join(', ')}, e.committed_at AS changed_at
    FROM (
      SELECT ${slice}, entry, ${sums.join(', ')}
      FROM (${edges('valid_to_entry', false)} UNION ALL ${edges('valid_from_entry', true)}) AS edges
      GROUP BY ${slice}, entry
    ) AS c LEFT JOIN ${entries} AS e ON e.account = c.account AND e.entry = c.entry`
}
