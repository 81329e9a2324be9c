import '../fixtures/keep-compiled.ts'
import { type MigrationProgress, migrateStore } from '../../src/compose/migration.ts'

// A process that migrates, prints a line at a given point, and hangs there.
const [source, servers, stop] = process.argv.slice(2).map((text) => JSON.parse(text))

const isThere = (progress: MigrationProgress) =>
  Object.entries(stop).every(([name, value]) => progress[name as keyof typeof progress] === value)

await migrateStore(source, servers, {
  rowsPerBatch: 40,
  onProgress: (progress) => {
    if (!isThere(progress)) return
    // Written synchronously, because the process then hangs.
    process.stdout.write('hanging\n')
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0)
  },
})
