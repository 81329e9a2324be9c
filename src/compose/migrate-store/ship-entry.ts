import type { FactKind } from '../../facts/fact-kind.ts'
import { factKinds, moneyKinds } from '../../facts/kinds.ts'
import type { ClickhouseConnection } from '../../storage/clickhouse/connection.ts'
import { asChange, rowTable } from '../../storage/clickhouse/journal-deltas.ts'
import { changedRows, changedSlices } from '../../storage/clickhouse/journal-rows.ts'
import { type ScratchWithFolder, shipRows } from '../../storage/clickhouse/ship-rows.ts'
import type { DaySpan } from '../../values/day.ts'

/**
 * Writes an entry's changes to a journal: the versions that started with it, minus those that ended
 * with it.
 *
 * @param days the days that the entry changed; null when unknown
 * @param onRows called after each file with the number of its rows
 * @returns the accounts and secondary reports that the entry touches
 */
export async function shipEntry(
  clickhouse: ClickhouseConnection,
  source: ScratchWithFolder,
  entry: number,
  days: DaySpan | null,
  onRows: (table: string, rows: number) => void,
): Promise<number[]> {
  const among = days ? ` AND day BETWEEN ${dayAt(days.firstDay)} AND ${dayAt(days.lastDay)}` : ''
  const began = (table: string) => [
    `(FROM ${table} WHERE since = ${entry}${among})`,
    `(FROM past_${table} WHERE since = ${entry}${among})`,
  ]
  const ended = (table: string) => `(FROM past_${table} WHERE until = ${entry}${among})`
  const queriesOf = (kind: FactKind) => {
    const { rows, slices, changes } = kind.tables
    const changeOf = (relation: string, sign: '' | '-') =>
      `SELECT ${kind.rowKey}, ${asChange(rowTable(kind), sign)} FROM ${relation}`
    // Slices come first: they tell a later run that the entry has rows.
    return {
      [slices]: changedSlices(kind, entry, began(slices), [ended(slices)]),
      [rows]: changedRows(kind, entry, [
        ...began(rows).map((relation) => changeOf(relation, '')),
        changeOf(ended(rows), '-'),
      ]),
      [changes]: `FROM ${changes} WHERE entry = ${entry}`,
    }
  }
  const kinds = Object.values(factKinds)
  const queries = {
    ...Object.assign({}, ...kinds.map(queriesOf)),
    ...Object.fromEntries(
      moneyKinds.map(({ tables: { originals } }) => [
        originals,
        `FROM ${originals} WHERE import_id = ${entry}`,
      ]),
    ),
  } as Readonly<Record<string, string>>
  for (const [table, query] of Object.entries(queries)) {
    await shipRows(clickhouse, source, table, query, (rows) => onRows(table, rows))
  }
  const touched = kinds.flatMap(({ tables: { slices, changes } }) => [
    ...[...began(slices), ended(slices)].map((of) => `SELECT account ${of.slice(1, -1)}`),
    // A compaction may have dropped the versions, but not that they changed.
    `SELECT account FROM ${changes} WHERE entry = ${entry}`,
  ])
  const reader = await source.connection.runAndReadAll(touched.join(' UNION '))
  return reader.getRows().map(([account]) => Number(account))
}

const dayAt = (day: number) => `DATE '1970-01-01' + ${day}`
