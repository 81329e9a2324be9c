import { readServers, type Servers } from './servers.ts'
import { ConfigError, type Environment } from './settings.ts'

/** Flags of `migrate-store`, as text. */
export interface TargetFlags {
  /** URLs of ClickHouse and PostgreSQL. */
  readonly to?: readonly string[]
  readonly cluster?: string
  readonly replicated?: boolean
}

/** Servers for both stores. */
export interface TargetServers extends Servers {
  readonly clickhouse: NonNullable<Servers['clickhouse']>
  readonly databaseUrl: string
}

/**
 * Reads the target servers. Flags take precedence over the environment.
 *
 * @throws ConfigError naming the flag or variable, never its value, which may contain a password
 */
export function readTarget(flags: TargetFlags, env: Environment): TargetServers {
  const given = flags.to ?? []
  const clickhouseUrls = given.filter((address) => /^https?:/i.test(address))
  const databases = given.filter((address) => /^postgres(ql)?:/i.test(address))
  if (clickhouseUrls.length + databases.length < given.length) {
    throw new ConfigError(
      '--to: this is not a URL that starts with http://, https:// or postgres://',
    )
  }
  if (databases.length > 1) {
    throw new ConfigError('--to: there is more than one PostgreSQL database; give only one')
  }
  const { clickhouse, databaseUrl, ...rest } = readServers({
    ADTALLY_CLICKHOUSE_URL: clickhouseUrls.join(',') || env.ADTALLY_CLICKHOUSE_URL,
    ADTALLY_DATABASE_URL: databases[0] ?? env.ADTALLY_DATABASE_URL,
    ADTALLY_CLICKHOUSE_CLUSTER: flags.cluster ?? env.ADTALLY_CLICKHOUSE_CLUSTER,
    ADTALLY_CLICKHOUSE_REPLICATED: flags.replicated ? '1' : env.ADTALLY_CLICKHOUSE_REPLICATED,
  })
  if (!clickhouse) {
    throw new ConfigError(
      'the URL of ClickHouse is missing: add --to http://HOST:8123/adtally, or set ADTALLY_CLICKHOUSE_URL',
    )
  }
  if (databaseUrl === null) {
    throw new ConfigError(
      'the URL of PostgreSQL is missing: add --to postgres://HOST/DATABASE, or set ADTALLY_DATABASE_URL',
    )
  }
  return { ...rest, clickhouse, databaseUrl }
}
