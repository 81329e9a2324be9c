import type { DestinationAnswer } from '../../api/wire.ts'

export type DestinationKind = DestinationAnswer['kind']

interface KindOfDestination {
  readonly title: string
  readonly placeholder: string
  /** What its address is. */
  readonly address: string
  /** Whether its copy may have earlier versions of rows. */
  readonly mayKeepHistory: boolean
}

export const kindsOfDestination: Readonly<Record<DestinationKind, KindOfDestination>> = {
  postgresql: {
    title: 'PostgreSQL',
    placeholder: 'postgres://user:password@host:5432/database',
    address: 'Its user may create tables. The address is encrypted, and not shown again.',
    mayKeepHistory: true,
  },
  clickhouse: {
    title: 'ClickHouse',
    placeholder: 'clickhouse://user:password@host:8443/database?secure=true',
    address:
      'Of its HTTP interface. Its user may create tables. The address is encrypted, and not shown again.',
    mayKeepHistory: true,
  },
  duckdb: {
    title: 'DuckDB file',
    placeholder: 'studio.duckdb',
    address: 'The name of a file in the folder that the operator of this server has chosen.',
    mayKeepHistory: true,
  },
  parquet: {
    title: 'Parquet files in a folder',
    placeholder: 'lake',
    address: 'The name of a folder in the one that the operator of this server has chosen.',
    mayKeepHistory: false,
  },
  s3: {
    title: 'Parquet files on S3',
    placeholder: 's3://KEY:SECRET@s3.eu-central-1.amazonaws.com/bucket/lake?region=eu-central-1',
    address:
      'Any storage with the interface of Amazon S3. The address is encrypted, and not shown again.',
    mayKeepHistory: false,
  },
}

export const mismatchTitles: Readonly<Record<DestinationAnswer['on_mismatch'], string>> = {
  repair: 'Replace the copy',
  refuse: 'Leave it, and stop filling it',
}
