import type { DataDirectory } from '../config/data-directory.ts'
import { hostAndDatabase } from '../records/postgres-error.ts'

/** The parts of an installation, as messages name them. */
export interface StorePlaces {
  readonly figures: string
  readonly records: string
  readonly secret: string
}

export function storePlaces({ figures, relational, secret, servers }: DataDirectory): StorePlaces {
  const { clickhouse, databaseUrl } = servers
  return {
    figures: clickhouse ? `ClickHouse database ${clickhouse.database}` : figures,
    records:
      databaseUrl === null ? relational : `PostgreSQL database ${hostAndDatabase(databaseUrl)}`,
    secret,
  }
}
