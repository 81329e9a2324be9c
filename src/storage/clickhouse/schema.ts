import { factKinds, moneyKinds } from '../../facts/kinds.ts'
import type { ClickhouseOptions } from './clickhouse-options.ts'

/** The tables with rows of ledger entries, and the column that names the entry. */
export const entryColumns: Readonly<Record<string, string>> = {
  ...Object.fromEntries(
    Object.values(factKinds).flatMap(({ tables: { rows, slices, changes } }) => [
      [rows, 'since'],
      [slices, 'since'],
      [changes, 'entry'],
    ]),
  ),
  ...Object.fromEntries(moneyKinds.map(({ tables }) => [tables.originals, 'import_id'])),
}

/** The table with a node's own rows. */
export const localTable = (table: string, { cluster }: Required<ClickhouseOptions>): string =>
  cluster === null ? table : `${table}_local`

/** The clause that runs a statement on every node; empty without Keeper. */
export const onCluster = ({ cluster, replicated }: Required<ClickhouseOptions>): string =>
  cluster !== null && replicated ? ` ON CLUSTER '${cluster}'` : ''
