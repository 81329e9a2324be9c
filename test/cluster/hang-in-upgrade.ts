import '../fixtures/keep-compiled.ts'
import { ClickhouseConnection } from '../../src/storage/clickhouse/connection.ts'
import { ensureSchema } from '../../src/storage/clickhouse/migrate.ts'
import { clickhouseMigrations } from '../../src/storage/clickhouse/migrations/all-migrations.ts'
import { addLaterColumn, countSteps } from './clickhouse-steps.ts'

// A process that upgrades tables, and hangs after its last migration has written.
const connection = new ClickhouseConnection(JSON.parse(process.argv[2]!))
const hanging: typeof countSteps = {
  ...countSteps,
  up: async (...given) => {
    await countSteps.up(...given)
    // Written synchronously, because the process then hangs.
    process.stdout.write('hanging\n')
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0)
  },
}
await ensureSchema(connection, 'ours', {
  migrations: [...clickhouseMigrations, addLaterColumn, hanging],
})
