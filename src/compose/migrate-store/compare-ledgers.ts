import { sql } from 'kysely'
import type { FactKind } from '../../facts/fact-kind.ts'
import { figures } from '../../facts/figures.ts'
import { factKinds, moneyKinds } from '../../facts/kinds.ts'
import type { EntryStores } from './copy-entries.ts'

/** A number that both stores have, and the query for it in DuckDB and in ClickHouse. */
interface ComparedNumber {
  readonly name: string
  readonly ours: string
  readonly theirs: string
}

const countOf = (name: string, table: string): ComparedNumber => {
  const query = `SELECT count(*) FROM ${table}`
  return { name, ours: query, theirs: query }
}

/** The changes of a kind, and its counts. Reports compare those counts of ad figures that slices have. */
function numbersOf(kind: FactKind): ComparedNumber[] {
  const { tables, counts } = kind
  const compared = kind.countNames.filter((count) => kind !== figures || !counts[count]!.inSlices)
  return [
    countOf(kind === figures ? 'changes' : `changes of ${kind.name}`, tables.changes),
    ...compared.flatMap((count) => {
      const name = count.replaceAll('_', ' ')
      const known = counts[count]!.required ? 'sign' : `${count}_known`
      return [
        {
          name,
          ours: `SELECT coalesce(sum(${count}), 0) FROM ${tables.rows}`,
          theirs: `SELECT toString(sum(toInt128(${count}))) FROM ${tables.rows}`,
        },
        {
          name: `rows with known ${name}`,
          ours: `SELECT count(${count}) FROM ${tables.rows}`,
          theirs: `SELECT sum(${known}) FROM ${tables.rows}`,
        },
      ]
    }),
  ]
}

const numbers = [
  ...moneyKinds.map(({ name, tables }) => countOf(`converted ${name}`, tables.originals)),
  ...Object.values(factKinds).flatMap(numbersOf),
]

const selectOf = (queries: readonly string[]) =>
  `SELECT ${queries.map((query) => `(${query})`).join(', ')}`

/**
 * Compares the numbers of ledger entries, changes and converted rows, and the sums of counts with the numbers of
 * rows that know them.
 *
 * @returns a line for each number that differs
 */
export async function compareLedgers(
  stores: Pick<EntryStores, 'source' | 'clickhouse' | 'relational'>,
): Promise<string[]> {
  const { source, clickhouse, relational } = stores
  const connection = await source.borrow()
  try {
    const reader = await connection.runAndReadAll(
      selectOf(['SELECT count(*) FROM imports', ...numbers.map(({ ours }) => ours)]),
    )
    const { rows } = await sql<{ count: number }>`
      SELECT count(*) AS count FROM figure_entries
    `.execute(relational)
    const [counted] = await clickhouse.rows(selectOf(numbers.map(({ theirs }) => theirs)))
    const theirs = [rows[0]!.count, ...counted!].map(String)
    const names = ['ledger entries', ...numbers.map(({ name }) => name)]
    return reader
      .getRows()[0]!
      .map(String)
      .flatMap((ours, index) => {
        if (ours === theirs[index]) return []
        return [`${names[index]}: ${ours} in the source, ${theirs[index]} in the target`]
      })
  } finally {
    source.giveBack(connection)
  }
}
