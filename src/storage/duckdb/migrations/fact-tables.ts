import type { FactKind, FactLabel } from '../../../facts/fact-kind.ts'

const typeOf = ({ code }: FactLabel) => (code === 32 ? 'UINTEGER' : 'USMALLINT')

const labelColumns = ({ labels }: FactKind, is: (label: FactLabel) => boolean) =>
  Object.entries(labels)
    .filter(([, label]) => is(label))
    .map(([name, label]) => `${name} ${typeOf(label)} NOT NULL`)

const appDay = ['day DATE NOT NULL', 'account UINTEGER NOT NULL', 'app UINTEGER NOT NULL']

/** The statement that makes a kind's table of originals, where there is none yet; none for a kind without money. */
export function originalsTable(kind: FactKind): string[] {
  const { originals } = kind.tables
  if (originals === undefined) return []
  const columns = [
    ...appDay,
    ...labelColumns(kind, ({ ofSlice }) => ofSlice),
    ...labelColumns(kind, ({ ofSlice }) => !ofSlice),
    'import_id UINTEGER NOT NULL',
    'currency VARCHAR NOT NULL',
    'rate VARCHAR NOT NULL',
    ...kind.originalNames.map((name) => `${name} DECIMAL(38, 18)`),
  ]
  return [`CREATE TABLE IF NOT EXISTS ${originals} (${columns.join(', ')})`]
}

/**
 * The statements that make the tables of a kind of fact: rows, slices, their past versions, and the changes of slices.
 * A count that is declared later takes a migration with `ADD COLUMN IF NOT EXISTS`: tables that are made new have it
 * already.
 */
export function factTables(kind: FactKind): string[] {
  const { tables } = kind
  const columns = (is: (label: FactLabel) => boolean) => labelColumns(kind, is)
  const numbers = (names: readonly string[]) =>
    names.map((name) => `${name} BIGINT${kind.optionalNumbers.includes(name) ? '' : ' NOT NULL'}`)
  const slice = [...appDay, ...columns(({ ofSlice }) => ofSlice)]
  const row = [
    ...[...slice, ...columns(({ ofSlice }) => !ofSlice), ...numbers(kind.rowNumbers)],
    'since UINTEGER NOT NULL',
  ]
  const version = [
    ...[...slice, 'import_id UINTEGER NOT NULL', 'row_count UINTEGER NOT NULL'],
    ...numbers(kind.sliceNumbers),
    ...['fingerprint UBIGINT NOT NULL', 'fingerprint_version UTINYINT NOT NULL'],
    ...['since UINTEGER NOT NULL', 'changed UINTEGER NOT NULL', 'restatements UINTEGER NOT NULL'],
  ]
  const totals = (age: string) => kind.sliceNumbers.map((name) => `${age}_${name} BIGINT`)
  const create = (table: string, list: readonly string[]) =>
    `CREATE TABLE ${table} (${list.join(', ')})`
  const until = 'until UINTEGER NOT NULL'
  return [
    create(tables.rows, row),
    create(`past_${tables.rows}`, [...row, until]),
    create(tables.slices, version),
    create(`past_${tables.slices}`, [...version, until]),
    create(tables.changes, [
      ...['entry UINTEGER NOT NULL', ...slice, ...totals('old'), ...totals('new')],
    ]),
    ...originalsTable(kind),
  ]
}
