import type { Fleet } from './fleet.ts'

/** A server that stops as in a power cut, and starts again. */
export interface Outage {
  readonly name: string
  readonly begin: (fleet: Fleet) => Promise<void>
  readonly end: (fleet: Fleet) => Promise<void>
}

export const outageOfShard = (shard: number): Outage => ({
  name: `shard ${shard} of ClickHouse`,
  begin: ({ clickhouse }) => clickhouse.kill(shard),
  end: ({ clickhouse }) => clickhouse.restart(shard),
})

export const outageOfPostgres: Outage = {
  name: 'PostgreSQL',
  begin: ({ postgres }) => postgres.kill(),
  end: ({ postgres }) => postgres.restart(),
}
