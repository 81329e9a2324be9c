import '../fixtures/keep-compiled.ts'
import { openRelational } from '../../src/records/database.ts'
import { DuckdbDatabase } from '../../src/storage/duckdb/database.ts'
import { duckdbMigrations } from '../../src/storage/duckdb/migrations/all-migrations.ts'
import { secondStep, thirdStep } from './duckdb-steps.ts'
import { adding, secondTable, thirdTable } from './relational-steps.ts'

// A process that upgrades a store, and hangs after its last migration has written.
const [store, place] = process.argv.slice(2) as [string, string]

function hang(): never {
  // Written synchronously, because the process then hangs.
  process.stdout.write('hanging\n')
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0)
  throw new Error('woken')
}

if (store === 'duckdb') {
  const up: typeof thirdStep.up = async (...given) => {
    await thirdStep.up(...given)
    hang()
  }
  const migrations = [...duckdbMigrations, secondStep, { ...thirdStep, up }]
  await DuckdbDatabase.open({ path: place, threads: 1, migrations })
} else {
  const up: typeof thirdTable.up = async (database) => {
    await thirdTable.up(database)
    hang()
  }
  await openRelational(place, { migrations: adding(secondTable, { ...thirdTable, up }) })
}
