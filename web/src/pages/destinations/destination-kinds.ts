import type { DestinationAnswer } from '../../api/wire.ts'

export type DestinationKind = DestinationAnswer['kind']

interface KindOfDestination {
  readonly title: string
  readonly placeholder: string
  /** What its address is. */
  readonly address: string
}

export const kindsOfDestination: Readonly<Record<DestinationKind, KindOfDestination>> = {
  postgresql: {
    title: 'PostgreSQL',
    placeholder: 'postgres://user:password@host:5432/database',
    address: 'Its user may create tables. The address is encrypted, and not shown again.',
  },
  clickhouse: {
    title: 'ClickHouse',
    placeholder: 'clickhouse://user:password@host:8443/database?secure=true',
    address:
      'Of its HTTP interface. Its user may create tables. The address is encrypted, and not shown again.',
  },
  duckdb: {
    title: 'DuckDB file',
    placeholder: 'studio.duckdb',
    address: 'The name of a file in the folder that the operator of this server has chosen.',
  },
}

export const mismatchTitles: Readonly<Record<DestinationAnswer['on_mismatch'], string>> = {
  repair: 'Replace the copy',
  refuse: 'Leave it, and stop filling it',
}
