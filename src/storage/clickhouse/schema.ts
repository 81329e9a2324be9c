import type { ClickhouseOptions } from './clickhouse-options.ts'

/** The tables of which rows of an entry lie in, and the column that names it. */
export const entryColumns: Readonly<Record<string, string>> = {
  figures: 'since',
  slices: 'since',
  changes: 'entry',
  originals: 'import_id',
}

/** The table in which a node itself keeps rows. */
export const localTable = (table: string, { cluster }: Required<ClickhouseOptions>): string =>
  cluster === null ? table : `${table}_local`

/** What has a statement run on every node, where Keeper lets one ask for it. */
export const onCluster = ({ cluster, replicated }: Required<ClickhouseOptions>): string =>
  cluster !== null && replicated ? ` ON CLUSTER '${cluster}'` : ''
