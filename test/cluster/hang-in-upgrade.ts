import { ClickhouseConnection } from '../../src/storage/clickhouse/connection.ts'
import { ensureSchema } from '../../src/storage/clickhouse/migrate.ts'
import { clickhouseMigrations } from '../../src/storage/clickhouse/migrations/all-migrations.ts'
import { addLaterColumn, countSteps } from './clickhouse-steps.ts'

// A process of its own that upgrades tables, and stands still when its last migration has written.
const connection = new ClickhouseConnection(JSON.parse(process.argv[2]!))
const hanging: typeof countSteps = {
  ...countSteps,
  up: async (...given) => {
    await countSteps.up(...given)
    // Written at once, before everything stands still.
    process.stdout.write('hanging\n')
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0)
  },
}
await ensureSchema(connection, 'ours', {
  migrations: [...clickhouseMigrations, addLaterColumn, hanging],
})
