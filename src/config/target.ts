import { readServers, type Servers } from './servers.ts'
import { ConfigError, type Environment } from './settings.ts'

/** Servers as `migrate-store` is told them, as text. */
export interface TargetFlags {
  /** Addresses; their schemes say of what. */
  readonly to?: readonly string[]
  readonly cluster?: string
  readonly replicated?: boolean
}

/** Servers that hold both stores. */
export interface TargetServers extends Servers {
  readonly clickhouse: NonNullable<Servers['clickhouse']>
  readonly databaseUrl: string
}

/**
 * Reads which servers an installation is to move to: flags go before the environment.
 *
 * @throws ConfigError naming what is missing or cannot be used, never its value: it may hold a
 *   password
 */
export function readTarget(flags: TargetFlags, env: Environment): TargetServers {
  const given = flags.to ?? []
  const stats = given.filter((address) => /^https?:/i.test(address))
  const databases = given.filter((address) => /^postgres(ql)?:/i.test(address))
  if (stats.length + databases.length < given.length) {
    throw new ConfigError(
      '--to: is not an address that begins with http://, https:// or postgres://',
    )
  }
  if (databases.length > 1) {
    throw new ConfigError('--to: names more than one PostgreSQL database; there can be one')
  }
  const { clickhouse, databaseUrl, ...rest } = readServers({
    ADTALLY_CLICKHOUSE_URL: stats.join(',') || env.ADTALLY_CLICKHOUSE_URL,
    ADTALLY_DATABASE_URL: databases[0] ?? env.ADTALLY_DATABASE_URL,
    ADTALLY_CLICKHOUSE_CLUSTER: flags.cluster ?? env.ADTALLY_CLICKHOUSE_CLUSTER,
    ADTALLY_CLICKHOUSE_REPLICATED: flags.replicated ? '1' : env.ADTALLY_CLICKHOUSE_REPLICATED,
  })
  if (!clickhouse) {
    throw new ConfigError(
      'ClickHouse is not named: --to http://…:8123/adtally, or ADTALLY_CLICKHOUSE_URL',
    )
  }
  if (databaseUrl === null) {
    throw new ConfigError('PostgreSQL is not named: --to postgres://…, or ADTALLY_DATABASE_URL')
  }
  return { ...rest, clickhouse, databaseUrl }
}
